/**
 * Use cases for tickets (4.15, 4.16): those of members, and those of people who want to become members. Every field that the
 * spec does not mark as optional is required.
 */

import { reportsSuccess } from '../../contract/answers/success.ts';
import {
  type CreateRegistrationTicket,
  type CreateTicket,
  createRegistrationTicket,
  createTicket,
  registrationTicketFields,
  ticketFields,
} from '../../contract/calls/member-requests.ts';
import { type SentValue, sentTexts } from '../../contract/calls/sent-value.ts';
import type { FlatRecord } from '../../contract/columns/codec.ts';
import type { Notice } from '../../contract/columns/member-records.ts';
import type { Upstream } from '../../upstream/call.ts';
import type { TicketGrant } from '../callers/access.ts';
import type { Once } from '../ledger/intent.ts';
import type { Operation } from '../ledger/operations.ts';
import type { Decode, WithUnreadable } from '../reading/decode.ts';
import type { Author } from './author.ts';
import { blankErrors, payloadOf, rejectedPayload, type WritePayload } from './outcome.ts';

/** The texts of the service's response; null if it had none, or if they were not stored for the replay. */
type TicketTexts = WithUnreadable<Pick<Notice, 'title' | 'detail'>>;

export type TicketResult = WritePayload & TicketTexts;

export interface Tickets {
  readonly create: (grant: TicketGrant, author: Author, input: CreateTicket) => Promise<TicketResult>;
  readonly createForRegistration: (
    grant: TicketGrant,
    author: Author,
    input: CreateRegistrationTicket,
  ) => Promise<TicketResult>;
}

export interface TicketsOptions {
  readonly decode: Decode;
  readonly upstream: Upstream;
  readonly once: Once;
}

interface Submitted {
  readonly operation: Operation;
  readonly author: Author;
  readonly request: object;
  readonly sent: readonly SentValue[];
  readonly send: () => Promise<FlatRecord>;
}

const noTexts: TicketTexts = { title: null, detail: null, unreadable: [] };

export function createTickets({ decode, upstream, once }: TicketsOptions): Tickets {
  const submit = async ({ send, ...intent }: Submitted): Promise<TicketResult> => {
    const blank = blankErrors(Object.fromEntries(intent.sent.map(({ field, value }) => [field, value])));
    if (blank.length > 0) return { ...rejectedPayload(blank), ...noTexts };
    const recorded = await once<TicketTexts>({
      ...intent,
      agent: '',
      send: async () => {
        const notice = decode.notice(await send());
        return reportsSuccess(notice) ? notice : undefined;
      },
    });
    const { title, detail, unreadable } = { ...noTexts, ...recorded.result };
    return { ...payloadOf(recorded), title, detail, unreadable };
  };
  return {
    create(_grant, author, input) {
      const request = createTicket(input);
      const sent = sentTexts(ticketFields, request);
      const send = () => upstream.call('createTicket', request);
      return submit({ operation: 'createTicket', author, request, sent, send });
    },
    createForRegistration(_grant, author, input) {
      const request = createRegistrationTicket(input);
      const sent = sentTexts(registrationTicketFields, request);
      const send = () => upstream.call('registrationTicket', request);
      return submit({ operation: 'createRegistrationTicket', author, request, sent, send });
    },
  };
}
