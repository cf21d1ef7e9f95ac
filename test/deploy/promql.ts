/** What a PromQL expression names: series with the labels that are asked of each, and the labels that its clauses group by. */

interface Selector {
  readonly metric: string;
  /** What each label must be, as a regular expression of values; null for what it must not be. */
  readonly labels: ReadonlyMap<string, string | null>;
}

export interface Named {
  readonly selectors: readonly Selector[];
  /** The labels of every `by`, `without`, `on` and `ignoring`. */
  readonly groupings: readonly string[];
}

/** Words that stand where a series could; the names of functions are followed by a parenthesis. */
const keywords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'unless',
  'offset',
  'bool',
  'by',
  'without',
  'on',
  'ignoring',
]);

export function namesIn(expression: string): Named {
  const clauses = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g;
  const groupings = [...expression.matchAll(clauses)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim()),
  );
  const selectors = [...expression.replace(clauses, '').matchAll(/\b([a-zA-Z_:][\w:]*)\b\s*(\(|\{[^}]*\})?/g)]
    .filter(([, name = '', next]) => next !== '(' && !keywords.has(name))
    .map(([, metric = '', matchers = '']) => ({ metric, labels: labelsIn(matchers) }));
  return { selectors, groupings };
}

function labelsIn(matchers: string): ReadonlyMap<string, string | null> {
  const found = [...matchers.matchAll(/(\w+)\s*(=~|!=|!~|=)\s*"([^"]*)"/g)];
  return new Map(
    found.map(([, label = '', operator = '', value = '']) => [label, operator.startsWith('!') ? null : value]),
  );
}
