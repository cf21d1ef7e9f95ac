/**
 * Stores upstream's texts without the request values that they quote. A text template has the path of a field in place of each value, and
 * the same request restores the text. A text that may still contain personal data is not stored.
 */

/** Literal texts and request values: `[path]`, or `[path, length]` if only that many characters were quoted before `…`. */
export type TextTemplate = readonly (string | readonly [path: string, length?: number])[];

interface Value {
  readonly path: string;
  readonly text: string;
}

const ELLIPSIS = '…';
/** Shorter values can be part of a word by chance. */
const MIN_IDENTIFYING_LENGTH = 4;
const E_MAIL = /\S@\S/;

/** The template, or null for a text that is not stored. */
export function toTextTemplate(text: string | null, request: unknown): TextTemplate | null {
  if (text === null) return null;
  const values = valuesOf(request);
  const identifying = values.filter((value) => value.text.trim().length >= MIN_IDENTIFYING_LENGTH);
  // First the tail: a shorter value with which the truncated one begins would leave the rest of it.
  const parts = splitParts(identifying, splitTruncatedTail(text, values));
  const rest = parts.filter((part) => typeof part === 'string').join('\n');
  const folded = rest.toLowerCase();
  // A value that is quoted in a different case of letters is still readable.
  const isIdentifying = identifying.some((value) => folded.includes(value.text.trim().toLowerCase()));
  return isIdentifying || E_MAIL.test(rest) ? null : splitParts(values, parts);
}

/** Restores the text; null if the request lacks one of its values. */
export function fromTextTemplate(template: TextTemplate | null, request: unknown): string | null {
  if (template === null) return null;
  const values = new Map(valuesOf(request).map(({ path, text }) => [path, text]));
  const parts = template.map((part) => {
    if (typeof part === 'string') return part;
    const [path, length] = part;
    return values.get(path)?.slice(0, length);
  });
  return parts.every((part) => part !== undefined) ? parts.join('') : null;
}

/** Every text and number in the request, longest first, so that no value is mistaken for part of a longer one. */
function valuesOf(request: unknown, path = ''): Value[] {
  if (typeof request === 'string' || typeof request === 'number') {
    return String(request) === '' ? [] : [{ path, text: String(request) }];
  }
  if (typeof request !== 'object' || request === null) return [];
  return Object.entries(request)
    .flatMap(([name, value]) => valuesOf(value, path === '' ? name : `${path}.${name}`))
    .sort((a, b) => b.text.length - a.text.length);
}

function splitParts(values: readonly Value[], template: TextTemplate): TextTemplate {
  let parts = template;
  for (const { path, text: value } of values) {
    parts = parts.flatMap((part) => (typeof part === 'string' ? replaceIn(part, value, path) : [part]));
  }
  return parts;
}

function replaceIn(text: string, value: string, path: string): TextTemplate {
  return text
    .split(value)
    .flatMap((piece, index): TextTemplate => (index === 0 ? [piece] : [[path], piece]))
    .filter((part) => part !== '');
}

/** Truncated texts end in `…`, which may be in the middle of a value. */
function splitTruncatedTail(text: string, values: readonly Value[]): TextTemplate {
  if (!text.endsWith(ELLIPSIS)) return [text];
  const body = text.slice(0, -ELLIPSIS.length);
  const [longest] = values
    .map(({ path, text: value }) => ({ path, length: overlapLength(body, value) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  if (longest === undefined) return [text];
  const { path, length } = longest;
  return [body.slice(0, body.length - length), [path, length] as const, ELLIPSIS].filter((part) => part !== '');
}

/** How many of the value's first characters are at the end of the text. */
function overlapLength(text: string, value: string): number {
  let length = Math.min(value.length, text.length);
  while (length > 0 && !text.endsWith(value.slice(0, length))) length -= 1;
  return length;
}
