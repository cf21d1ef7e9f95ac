/** E-mail addresses, which are the same in any case (4.3) and with any space around them. */

const plain = /^[!-~]*$/;

/** Equal for addresses that are the same. */
export function foldEmail(email: string): string {
  return plain.test(email) ? email.toLowerCase() : email.normalize('NFC').toUpperCase().toLowerCase().trim();
}
