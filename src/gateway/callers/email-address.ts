/** E-mail addresses. Case (4.3) and surrounding whitespace make no difference. */

const printableAscii = /^[!-~]*$/;

/** Equal for all notations of the same address. */
export function foldEmail(email: string): string {
  return printableAscii.test(email) ? email.toLowerCase() : email.normalize('NFC').toUpperCase().toLowerCase().trim();
}
