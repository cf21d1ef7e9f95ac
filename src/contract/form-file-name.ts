/**
 * A file's name in multipart/form-data (4.7), as browsers write it: what would end the text, or the line, is percent-encoded,
 * and nothing else is. A name that has one of the three codes by itself reads as what the code stands for.
 */
const codes = [
  ['\r', '%0D'],
  ['\n', '%0A'],
  ['"', '%22'],
] as const;

export function printFormFileName(name: string): string {
  return codes.reduce((text, [character, code]) => text.replaceAll(character, code), name);
}

export function readFormFileName(text: string): string {
  return codes.reduce((name, [character, code]) => name.replaceAll(code, character), text);
}
