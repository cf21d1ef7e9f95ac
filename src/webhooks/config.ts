/**
 * The subscriptions in the file at WEBHOOKS_FILE: which URLs receive which agents' changes. All problems of the file are reported at once,
 * each with its place and what is allowed. No secret is shown.
 */
import { readFileSync } from 'node:fs';
import { Fault } from '@realty-forms/platform/fault.ts';
import { z } from 'zod';
import { nrdsIdKey } from '../gateway/callers/identifiers.ts';
import type { Destinations } from './destinations.ts';
import { keyOf, MAKE_A_SECRET, SECRET_FORM } from './message.ts';

export interface Subscription {
  readonly name: string;
  readonly url: URL;
  /** The first key is the current one; all of them sign. */
  readonly keys: readonly Buffer[];
  readonly agentNrdsIds: readonly string[];
}

const MAX_SUBSCRIPTIONS = 100;
const MAX_AGENTS = 1_000;
const MAX_SECRETS = 3;

/** With its bounds in words, which zod writes as a comparison. */
function list<T extends z.ZodType>(entry: T, min: number, max: number) {
  const bounds = `must have ${min} to ${max} entries`;
  return z.array(entry).min(min, bounds).max(max, bounds);
}

/** What `read` makes of a value of the right form. An error of `read` is a problem of the value. */
function readBy<T extends z.ZodType, Result>(form: T, read: (value: z.output<T>) => Result) {
  return form.transform((value, { addIssue }): Result => {
    try {
      return read(value);
    } catch (error) {
      addIssue((error as Error).message);
      return z.NEVER;
    }
  });
}

const nrdsId = z.string().regex(/^\S{1,64}$/, 'must be an NRDS id of 1 to 64 characters without white space');

function subscriptionForm<Selection>({ problemOf }: Pick<Destinations, 'problemOf'>, prepare: Prepare<Selection>) {
  return z
    .strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/, 'must have 1 to 64 letters, digits, _ or -'),
      url: readBy(z.string(), (text) => readUrl(text, problemOf)),
      secrets: readBy(list(z.string(), 1, MAX_SECRETS), readKeys).optional(),
      /** A file with one secret per line. */
      secretsFile: readBy(z.string(), readKeyFile).optional(),
      agentNrdsIds: list(nrdsId, 1, MAX_AGENTS).refine(
        (ids) => new Set(ids.map(nrdsIdKey)).size === ids.length,
        'an id is listed twice',
      ),
      select: readBy(z.string(), prepare).optional(),
    })
    .refine(({ secrets, secretsFile }) => (secrets === undefined) !== (secretsFile === undefined), {
      path: ['secrets'],
      message: `exactly one of secrets and secretsFile is required; ${MAKE_A_SECRET}`,
      // Other problems of the subscription do not hide this one.
      when: ({ value }) => typeof value === 'object' && value !== null,
    });
}

type Prepare<Selection> = (select: string) => Selection;

type Read<Selection> = Subscription & {
  /** The fields of a transaction that are sent with each change; undefined for none. */
  readonly selection: Selection | undefined;
};

/**
 * Throws a fault that lists everything that is wrong. `prepare` gets the text of each selection, such as `{ name status }`, and throws an
 * error that says what is wrong with it.
 */
export function readSubscriptions<Selection>(
  text: string,
  destinations: Pick<Destinations, 'problemOf'>,
  prepare: Prepare<Selection>,
): readonly Read<Selection>[] {
  const form = list(subscriptionForm(destinations, prepare), 0, MAX_SUBSCRIPTIONS).superRefine(
    (rows, { addIssue }) => {
      const names = rows.map((row) => row?.name);
      for (const [at, name] of names.entries())
        if (typeof name === 'string' && names.indexOf(name) < at)
          addIssue({ code: 'custom', path: [at, 'name'], message: `${name} is the name of two` });
    },
    { when: ({ value }) => Array.isArray(value) },
  );
  const parsed = z.strictObject({ webhooks: form }).safeParse(parseJson(text));
  if (!parsed.success) throw unusable(parsed.error.issues.map(({ path, message }) => `${placeOf(path)}: ${message}`));
  return parsed.data.webhooks.map(({ secrets, secretsFile = [], select, ...rest }) => ({
    ...rest,
    keys: secrets ?? secretsFile,
    selection: select,
  }));
}

function readUrl(text: string, problemOf: Destinations['problemOf']): URL {
  const url = URL.parse(text);
  if (url === null) throw new Error('it is not a URL');
  if (url.username !== '' || url.password !== '') throw new Error('it must have no user name or password');
  if (url.hash !== '') throw new Error('it must have no fragment');
  const problem = problemOf(url);
  if (problem !== null) throw new Error(problem);
  return url;
}

function readKeyFile(path: string): readonly Buffer[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`the file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length < 1 || lines.length > MAX_SECRETS) throw new Error(`the file must have 1 to ${MAX_SECRETS} lines`);
  return readKeys(lines);
}

function readKeys(secrets: readonly string[]): readonly Buffer[] {
  return secrets.map((secret, at) => {
    const key = keyOf(secret);
    if (key === null) throw new Error(`secret ${at + 1} is not ${SECRET_FORM}; ${MAKE_A_SECRET}`);
    return key;
  });
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

function unusable(problems: readonly string[]): Fault<'WEBHOOKS_UNUSABLE'> {
  return new Fault('WEBHOOKS_UNUSABLE', `The file at WEBHOOKS_FILE cannot be used.\n${problems.join('\n')}`);
}
