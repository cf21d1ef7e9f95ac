/**
 * The subscriptions in the file at WEBHOOKS_FILE: which URLs receive which agents' changes. All problems of the file are reported at once,
 * each with its place and what is allowed. No secret is shown.
 */
import { readFileSync } from 'node:fs';
import { Fault } from '@realty-forms/platform/fault.ts';
import { z } from 'zod';
import { foldNrdsId } from '../gateway/callers/identifiers.ts';
import type { Destinations } from './destinations.ts';
import { keyOf, MAKE_A_SECRET, SECRET_FORM } from './message.ts';

export interface Subscription {
  readonly name: string;
  readonly url: URL;
  /** The first key is the current one; all of them sign. */
  readonly keys: readonly Buffer[];
  readonly agentNrdsIds: readonly string[];
  /** Fields of a transaction that are sent with each change, such as `{ name status }`; undefined for none. */
  readonly select: string | undefined;
}

const MAX_SUBSCRIPTIONS = 100;
const MAX_AGENTS = 1_000;
const MAX_SECRETS = 3;

/** With its bounds in words, which zod writes as a comparison. */
function list<T extends z.ZodType>(entry: T, min: number, max: number) {
  const bounds = `must have ${min} to ${max} entries`;
  return z.array(entry).min(min, bounds).max(max, bounds);
}

const secrets = list(z.string(), 1, MAX_SECRETS);
const subscription = z.strictObject({
  name: z.string().regex(/^[\w-]{1,64}$/, 'must have 1 to 64 letters, digits, _ or -'),
  url: z.string(),
  secrets: secrets.optional(),
  /** A file with one secret per line. */
  secretsFile: z.string().optional(),
  agentNrdsIds: list(
    z.string().regex(/^\S{1,64}$/, 'must be an NRDS id of 1 to 64 characters without white space'),
    1,
    MAX_AGENTS,
  ),
  select: z.string().optional(),
});
const file = z.strictObject({ webhooks: list(subscription, 0, MAX_SUBSCRIPTIONS) });

type SubscriptionRow = z.infer<typeof subscription>;

/** Throws a fault that lists everything that is wrong. */
export function readSubscriptions(
  text: string,
  destinations: Pick<Destinations, 'problemOf'>,
): readonly Subscription[] {
  const parsed = file.safeParse(parseJson(text));
  if (!parsed.success) {
    throw unusable(parsed.error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`));
  }
  const faults: string[] = [];
  const names = new Set<string>();
  const subscriptions = parsed.data.webhooks.map((row, at): Subscription => {
    const report = (name: keyof SubscriptionRow, problem: string | null) => {
      if (problem !== null) faults.push(`webhooks[${at}].${name}: ${problem}`);
    };
    report('name', names.has(row.name) ? `${row.name} is the name of two` : null);
    names.add(row.name);
    const url = URL.parse(row.url);
    report('url', url === null ? 'it is not a URL' : urlProblem(url, destinations));
    report(
      'agentNrdsIds',
      new Set(row.agentNrdsIds.map((id) => foldNrdsId(id) || id)).size < row.agentNrdsIds.length
        ? 'an id is listed twice'
        : null,
    );
    const { keys, problem } = readKeys(row);
    report(row.secretsFile === undefined ? 'secrets' : 'secretsFile', problem);
    const { name, agentNrdsIds, select } = row;
    return { name, url: url ?? new URL('https://invalid'), keys, agentNrdsIds, select };
  });
  if (faults.length > 0) throw unusable(faults);
  return subscriptions;
}

function urlProblem(url: URL, destinations: Pick<Destinations, 'problemOf'>): string | null {
  if (url.username !== '' || url.password !== '') return 'it must have no user name or password';
  if (url.hash !== '') return 'it must have no fragment';
  return destinations.problemOf(url);
}

function readKeys({ secrets: given, secretsFile }: SubscriptionRow): {
  keys: readonly Buffer[];
  problem: string | null;
} {
  const fail = (problem: string) => ({ keys: [], problem });
  if ((given === undefined) === (secretsFile === undefined))
    return fail(`either secrets or secretsFile is required; ${MAKE_A_SECRET}`);
  let texts = given ?? [];
  if (secretsFile !== undefined) {
    try {
      texts = readFileSync(secretsFile, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    } catch (error) {
      return fail(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
    if (texts.length < 1 || texts.length > MAX_SECRETS) return fail(`the file must have 1 to ${MAX_SECRETS} lines`);
  }
  const keys = texts.map(keyOf);
  const broken = keys.indexOf(null);
  if (broken >= 0) return fail(`secret ${broken + 1} is not ${SECRET_FORM}; ${MAKE_A_SECRET}`);
  return { keys: keys as Buffer[], problem: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(['it is not valid JSON']);
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  return (
    path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .replace(/^\./, '') || 'it'
  );
}

export function unusable(problems: readonly string[]): Fault<'WEBHOOKS_UNUSABLE'> {
  return new Fault('WEBHOOKS_UNUSABLE', `The file at WEBHOOKS_FILE cannot be used.\n${problems.join('\n')}`);
}
