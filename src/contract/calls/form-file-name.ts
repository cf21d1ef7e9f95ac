/**
 * A file's name in multipart/form-data (4.7), encoded the way browsers do it: only the characters that would end the
 * quoted string or the line are percent-encoded. A name that already contains one of the three codes literally is
 * therefore decoded to the character that the code stands for.
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
