/**
 * Marks of whose data a text is, and the detector that finds those of others: in plain text, and inside sealed or encoded
 * tokens. A mark is never guessed: each place of each record has one of its own.
 */

/** Owns what belongs to no agent at all: members of the mobile application. */
export const NOBODY = 99;

const MARK = /cnry(\d\d)x\d+|agent-(\d\d)@agents\.example/gi;
const TOKEN = /[\w-]{24,}/g;

const padded = (owner: number): string => String(owner).padStart(2, '0');

export type NewMark = (owner: number) => string;

export function createMarks(): NewMark {
  let made = 0;
  return (owner) => {
    made += 1;
    return `cnry${padded(owner)}x${made}`;
  };
}

/** An address can be guessed, so it is a mark only where nobody has said it. */
export const emailOf = (owner: number): string => `agent-${padded(owner)}@agents.example`;

/** The marks in a text whose owner is none of `owners`, but for those that the request itself brought. */
export function foreignMarks(text: string, owners: ReadonlySet<number>, said = ''): string[] {
  const brought = said.toLowerCase();
  const isForeign = ([mark, ofRecord, ofAddress]: RegExpExecArray) =>
    !owners.has(Number(ofRecord ?? ofAddress)) && !brought.includes(mark.toLowerCase());
  return [text, ...decoded(text)]
    .flatMap((each) => [...each.matchAll(MARK)])
    .filter(isForeign)
    .map(([mark]) => mark);
}

function decoded(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => Buffer.from(token, 'base64url').toString('latin1'));
}
