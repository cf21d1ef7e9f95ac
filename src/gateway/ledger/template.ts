/**
 * A text of upstream's without the values of the request that it quotes: in their place stands the path of the field, and from
 * the same request the text is made whole again. A text that may hold something personal all the same is not kept.
 */

/** Texts, and values of the request: `[path]`, or `[path, length]` where only so much of it was quoted before `…`. */
export type Template = readonly (string | readonly [path: string, length?: number])[];

interface Value {
  readonly path: string;
  readonly text: string;
}

const CUT = '…';
/** Shorter ones are in many words by chance. */
const TELLING_CHARACTERS = 4;
const E_MAIL = /\S@\S/;

/** The template, or null for a text that is not kept. */
export function toTemplate(text: string | null, request: unknown): Template | null {
  if (text === null) return null;
  const values = valuesOf(request);
  const telling = values.filter((value) => value.text.trim().length >= TELLING_CHARACTERS);
  const parts = splitBy(telling, text).flatMap((part) => (typeof part === 'string' ? cutTail(part, values) : [part]));
  const rest = parts.filter((part) => typeof part === 'string').join('\n');
  const folded = rest.toLowerCase();
  // The same in other letters is the same to whoever reads it.
  const isTelling = telling.some((value) => folded.includes(value.text.trim().toLowerCase()));
  return isTelling || E_MAIL.test(rest) ? null : splitParts(values, parts);
}

/** The text again, or null where this request has not all of its values. */
export function fromTemplate(template: Template | null, request: unknown): string | null {
  if (template === null) return null;
  const values = new Map(valuesOf(request).map(({ path, text }) => [path, text]));
  const parts = template.map((part) => {
    if (typeof part === 'string') return part;
    const [path, length] = part;
    return length === undefined ? values.get(path) : values.get(path)?.slice(0, length);
  });
  return parts.every((part) => part !== undefined) ? parts.join('') : null;
}

/** Every text and number of the request, the longest first, so that none is taken for a part of another. */
function valuesOf(request: unknown, path = ''): Value[] {
  if (typeof request === 'string' || typeof request === 'number') {
    return String(request) === '' ? [] : [{ path, text: String(request) }];
  }
  if (typeof request !== 'object' || request === null) return [];
  return Object.entries(request)
    .flatMap(([name, value]) => valuesOf(value, path === '' ? name : `${path}.${name}`))
    .sort((a, b) => b.text.length - a.text.length);
}

function splitBy(values: readonly Value[], text: string): Template {
  return splitParts(values, [text]);
}

function splitParts(values: readonly Value[], whole: Template): Template {
  let parts = whole;
  for (const { path, text: value } of values) {
    parts = parts.flatMap((part) => (typeof part === 'string' ? replaceIn(part, value, path) : [part]));
  }
  return parts;
}

function replaceIn(text: string, value: string, path: string): Template {
  return text
    .split(value)
    .flatMap((piece, index): Template => (index === 0 ? [piece] : [[path], piece]))
    .filter((part) => part !== '');
}

/** Texts that are too long end in `…`, which may be in the middle of a value. */
function cutTail(text: string, values: readonly Value[]): Template {
  if (!text.endsWith(CUT)) return [text];
  const body = text.slice(0, -CUT.length);
  const [longest] = values
    .map(({ path, text: value }) => ({ path, length: beginningAtEnd(body, value) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  if (longest === undefined) return [text];
  const { path, length } = longest;
  return [body.slice(0, body.length - length), [path, length] as const, CUT].filter((part) => part !== '');
}

/** How many of the value's first characters stand at the end of the text. */
function beginningAtEnd(text: string, value: string): number {
  let length = Math.min(value.length, text.length);
  while (length > 0 && !text.endsWith(value.slice(0, length))) length -= 1;
  return length;
}
