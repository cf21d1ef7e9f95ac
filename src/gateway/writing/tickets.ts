/**
 * Use cases for tickets (4.15, 4.16): those of members, and those of people who want to become members. Every field that the
 * spec does not mark as optional is required.
 */
import { createTicket } from '@realty-forms/contract/calls/member-requests.ts';
import { type Requests, sentTexts } from '@realty-forms/contract/calls/messages.ts';
import type { Notice } from '@realty-forms/contract/columns/member-records.ts';
import type { TicketGrant } from '../callers/grants.ts';
import type { Author } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import type { WithUnreadable } from '../reading/decode.ts';
import { blankErrors, payloadOf, type WritePayload } from './outcome.ts';

/** The texts of the service's response; null if it had none, or if they were not stored for the replay. */
type TicketTexts = WithUnreadable<Pick<Notice, 'title' | 'detail'>>;

type TicketResult = WritePayload & TicketTexts;

type TicketEndpoint = 'createTicket' | 'registrationTicket';

type Create<E extends TicketEndpoint> = (
  grant: TicketGrant,
  author: Author,
  input: Requests[E],
) => Promise<TicketResult>;

const noTexts: TicketTexts = { title: null, detail: null, unreadable: [] };

export function createTickets({ decode, upstream, writeOnce }: Pick<Parts, 'decode' | 'upstream' | 'writeOnce'>) {
  const creatorOf =
    <E extends TicketEndpoint>(operation: 'createTicket' | 'createRegistrationTicket', endpoint: E): Create<E> =>
    async (_grant, author, input) => {
      const request = createTicket(endpoint, input);
      const recorded = await writeOnce<TicketTexts>({
        operation,
        author,
        agent: '',
        request,
        sent: sentTexts(request),
        check: () => blankErrors({ ...request }),
        send: async () => decode.notice(await upstream.call(endpoint, request)),
      });
      const { title, detail, unreadable } = { ...noTexts, ...recorded.result };
      return { ...payloadOf(recorded), title, detail, unreadable };
    };
  return {
    create: creatorOf('createTicket', 'createTicket'),
    createForRegistration: creatorOf('createRegistrationTicket', 'registrationTicket'),
  };
}
