/** Texts that go to the POST API as they are given: what no value may hold is refused here, by the argument's name. */
import { INVALID_CHARACTERS } from '../contract/errors.ts';
import { badInput, type GatewayFault } from './fault.ts';

/** BAD_USER_INPUT for a blank text, and for one with a character that the service takes nowhere (section 7, 402). */
export function unsendable(argument: string, text: string): GatewayFault | null {
  if (text.trim() === '') return badInput(argument, 'must not be blank');
  const [character] = INVALID_CHARACTERS.exec(text) ?? [];
  if (character === undefined) return null;
  return badInput(argument, `must not contain the character ${JSON.stringify(character)}`);
}

export function checkSendable(argument: string, text: string): void {
  const fault = unsendable(argument, text);
  if (fault !== null) throw fault;
}
