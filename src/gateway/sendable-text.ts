/** Texts that are sent to the POST API unchanged: rejects characters that it accepts in no value, by the argument's name. */
import { INVALID_CHARACTERS } from '@realty-forms/contract/answers/errors.ts';
import { badInput, type GatewayFault } from './fault.ts';

/** The first character of a text that the service accepts nowhere; null if there is none. */
export function unsendableCharacter(text: string): string | null {
  return INVALID_CHARACTERS.exec(text)?.[0] ?? null;
}

/** BAD_USER_INPUT for a blank text, and for one with a character that the service accepts nowhere (section 7, 402). */
export function unsendable(argument: string, text: string): GatewayFault | null {
  if (text.trim() === '') return badInput(argument, 'must not be blank');
  const character = unsendableCharacter(text);
  if (character === null) return null;
  return badInput(argument, `must not contain the character ${JSON.stringify(character)}`);
}

export function checkSendable(argument: string, text: string): void {
  const fault = unsendable(argument, text);
  if (fault !== null) throw fault;
}
