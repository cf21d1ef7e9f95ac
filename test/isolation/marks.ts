/**
 * Marks that show whose data a text is, and the detector that finds other agents' marks in plain text and inside sealed or
 * encoded tokens. A mark cannot be guessed: each field of each record has its own.
 */

/** The owner of data that belongs to no agent: members of the mobile application. */
export const NO_CALLER = 99;

const MARK = /cnry(\d\d)x\d+|agent-(\d\d)@agents\.example/gi;
const TOKEN = /[\w-]{24,}/g;

const padded = (owner: number): string => String(owner).padStart(2, '0');

export type NewMark = (owner: number) => string;

export function createMarks(first = 1): NewMark {
  let made = first - 1;
  return (owner) => {
    made += 1;
    return `cnry${padded(owner)}x${made}`;
  };
}

/** An e-mail address can be guessed, so it counts as a mark only if the request did not contain it. */
export const emailOf = (owner: number): string => `agent-${padded(owner)}@agents.example`;

/** The marks in a text whose owner is not in `owners`, except those that the request itself contained. */
export function foreignMarks(text: string, owners: ReadonlySet<number>, requestText = ''): string[] {
  const requestLower = requestText.toLowerCase();
  const isForeign = ([mark, ofRecord, ofAddress]: RegExpExecArray) =>
    !owners.has(Number(ofRecord ?? ofAddress)) && !requestLower.includes(mark.toLowerCase());
  return [text, ...decoded(text)]
    .flatMap((each) => [...each.matchAll(MARK)])
    .filter(isForeign)
    .map(([mark]) => mark);
}

function decoded(text: string): string[] {
  return [...text.matchAll(TOKEN)].map(([token]) => Buffer.from(token, 'base64url').toString('latin1'));
}
