/**
 * Characters of a file name that are not seen but change what is: control characters, and those that reverse the direction of what
 * follows (after U+202E, `fdp.exe` is shown as `exe.pdf`), have no width, or break the line.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const EVERY_INVISIBLE = /[\p{Cf}\u2028\u2029]/gu;

/** The first one as in `U+202E`; null if there is none. */
export function hiddenCharacter(name: string): string | null {
  const code = HIDDEN.exec(name)?.[0]?.codePointAt(0);
  return code === undefined ? null : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Control characters stay: they are replaced where they would end a header. */
export function withoutInvisible(name: string): string {
  return name.replaceAll(EVERY_INVISIBLE, '');
}
