/** E-mail addresses, which are the same in any case (4.3) and with any space around them. */

const plain = /^[!-~]*$/;

/** Equal for addresses that are the same. */
export function foldEmail(email: string): string {
  return plain.test(email) ? email.toLowerCase() : email.normalize('NFC').toUpperCase().toLowerCase().trim();
}

/** The one spelling that an id holds, which is asked with again: no letter becomes another one, as ß does when it is folded. */
export function spellEmail(email: string): string {
  return email.normalize('NFC').toLowerCase().trim();
}
