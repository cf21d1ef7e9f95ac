/**
 * Use cases of tickets (4.15, 4.16): one of a member, one of somebody who wants to become one. What the spec does not mark as
 * optional is needed.
 */
import type { FlatRecord } from '../contract/codec.ts';
import {
  type CreateRegistrationTicket,
  type CreateTicket,
  createRegistrationTicket,
  createTicket,
  registrationTicketFields,
  ticketFields,
} from '../contract/member-requests.ts';
import { type SentValue, textsSent } from '../contract/sent-value.ts';
import type { Upstream } from '../upstream/call.ts';
import type { TicketGrant } from './access.ts';
import type { Decode } from './decode.ts';
import { blanks, rejected, type Written, write } from './outcome.ts';

export interface TicketResult extends Pick<Written<unknown>, 'outcome' | 'userErrors'> {
  readonly title: string | null;
  readonly detail: string | null;
}

export interface Tickets {
  readonly create: (grant: TicketGrant, input: CreateTicket) => Promise<TicketResult>;
  readonly createForRegistration: (grant: TicketGrant, input: CreateRegistrationTicket) => Promise<TicketResult>;
}

const ifUnknown = 'The service did not answer, so the ticket may exist: a second one would say the same twice';

export function createTickets({ decode, upstream }: { readonly decode: Decode; readonly upstream: Upstream }): Tickets {
  const submit = async (sent: SentValue[], send: () => Promise<FlatRecord>): Promise<TicketResult> => {
    const blank = blanks(Object.fromEntries(sent.map(({ field, value }) => [field, value])));
    if (blank.length > 0) return { ...rejected(blank), title: null, detail: null };
    const { answer, ...written } = await write(send, { sent, ifUnknown });
    const { title, detail } = answer === null ? { title: null, detail: null } : decode.notice(answer);
    return { ...written, title, detail };
  };
  return {
    create(_grant, input) {
      const request = createTicket(input);
      return submit(textsSent(ticketFields, request), () => upstream.call('createTicket', request));
    },
    createForRegistration(_grant, input) {
      const request = createRegistrationTicket(input);
      return submit(textsSent(registrationTicketFields, request), () => upstream.call('registrationTicket', request));
    },
  };
}
