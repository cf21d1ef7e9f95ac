/**
 * Reads the specification's text (docs/spec.md): its sections, its tables, its lists of names, and the brace notation
 * of 2.4. What the contract and implementations of the POST API are compared with is from here, never from src.
 */
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../docs/spec.md', import.meta.url), 'utf8');

/** The text of one section, `4.4` or `7`, up to the next heading of any level. */
export function section(number: string): string {
  const heading = new RegExp(`^#{2,3} ${number.replace('.', '\\.')}\\.?\\s.*$`, 'm');
  const match = heading.exec(text);
  if (match === null) throw new Error(`the specification has no section ${number}`);
  const rest = text.slice(match.index + match[0].length);
  const end = rest.search(/^#{2,3} /m);
  return end === -1 ? rest : rest.slice(0, end);
}

/** The numbers of the sections below one. */
export function sectionsOf(number: string): string[] {
  return [...text.matchAll(/^### (\d+\.\d+) /gm)].flatMap(([, each = '']) =>
    each.startsWith(`${number}.`) ? [each] : [],
  );
}

/** The heading of a section, without its number. */
export function heading(number: string): string {
  const match = new RegExp(`^#{2,3} ${number.replace('.', '\\.')}\\.?\\s+(.*)$`, 'm').exec(text);
  return match?.[1] ?? '';
}

/** The path of an endpoint's section. */
export function pathOf(number: string): string {
  const title = heading(number);
  const [, path] = /^POST (\S+)/.exec(title) ?? [];
  return path ?? `/thlmobile/${/^(\w+) \(under \/thlmobile\)/.exec(title)?.[1]}`;
}

interface RequestField {
  readonly name: string;
  /** Null if the section has no table of them. */
  readonly type: string | null;
  readonly isOptional: boolean;
}

/** The request fields of an endpoint's section, from its first table or its sentence. */
export function requestFields(number: string): RequestField[] {
  const text = section(number);
  const rows = tables(text)[0];
  if (rows !== undefined) {
    return rows.map(({ Field = '', Type = '', Rule = '' }) => ({
      name: Field,
      type: Type,
      isOptional: Rule.startsWith('optional'),
    }));
  }
  const [, list = ''] = /Request fields?: (.+?)\.(?:\s|$)/m.exec(text) ?? [];
  return list
    .replaceAll(/\(([^)]*)\)/g, (_, remark: string) => (remark.startsWith('optional') ? '[optional]' : ''))
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '')
    .map((field) => ({ name: field.replace(/\s.*$/, ''), type: null, isOptional: field.includes('[optional]') }));
}

export type Row = Readonly<Record<string, string>>;

/** All tables in a text, in order; each row is keyed by the names in the table's head. */
export function tables(from: string): Row[][] {
  return from
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 2)
    .map(([head = '', , ...lines]) => {
      const names = cells(head);
      return lines.map((line) => {
        const values = cells(line);
        return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
      });
    });
}

/** The only table of a text. */
export function table(from: string): Row[] {
  const all = tables(from);
  if (all.length !== 1) throw new Error(`expected one table, found ${all.length}`);
  return all[0] as Row[];
}

function cells(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}

/** Parses lists like `a, b, c.` and `a, b and c`, without remarks in parentheses. */
export function names(list: string): string[] {
  return list
    .replaceAll(/\([^)]*\)/g, '')
    .replace(/\.\s*$/, '')
    .split(/,|\band\b/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The text after a lead-in, up to the end of its line. */
export function textAfter(lead: string, from: string): string {
  const at = from.indexOf(lead);
  if (at === -1) throw new Error(`the specification does not say "${lead}"`);
  return from.slice(at + lead.length).split('\n')[0] as string;
}

/** The column names that a cell of the table of 2.4 denotes. */
export function expandColumns(cell: string): string[] {
  const providers = /^For each prefix in (.+?): (.+?)\. For the prefix \w+ the same set without an Agent field: (.+)$/;
  const [, prefixes, suffixes, rest] = providers.exec(cell) ?? [];
  if (prefixes !== undefined && suffixes !== undefined && rest !== undefined) {
    const expanded = names(prefixes).flatMap((prefix) =>
      names(suffixes).map((suffix) => suffix.replace('{prefix}', prefix)),
    );
    return [...expanded, ...names(rest)];
  }
  return cell
    .replaceAll(/\([^)]*\)/g, '')
    .split(';')
    .flatMap((piece) => expandPiece(piece.trim()));
}

/** Expands `x{n}{a, b} for n = 1 to 8`, `x{a, b}`, or plain names. */
function expandPiece(piece: string): string[] {
  const braced = /^(\w+?)(\{n\})?\{([^}]+)\}(?: for n = (\d+) to (\d+))?$/.exec(piece);
  if (braced === null) return names(piece);
  const [, stem = '', numbered, suffixes = '', from = '1', to = '1'] = braced;
  const stems = [];
  for (let n = Number(from); n <= Number(to); n += 1) stems.push(numbered === undefined ? stem : `${stem}${n}`);
  return stems.flatMap((each) => names(suffixes).map((suffix) => each + suffix));
}
