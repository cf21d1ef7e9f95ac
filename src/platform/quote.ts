/** A text of somebody else's as a message shows it: in quotes, cut where it is long. */
const LONGEST = 100;

export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
