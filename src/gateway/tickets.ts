/**
 * Use cases of tickets (4.15, 4.16): one of a member, one of somebody who wants to become one. What the spec does not mark as
 * optional is needed.
 */
import type { FlatRecord } from '../contract/codec.ts';
import { isDone, type Notice } from '../contract/member-records.ts';
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
import type { Author } from './author.ts';
import type { AsRead, Decode } from './decode.ts';
import type { Operation } from './ledger/entry.ts';
import type { Once } from './ledger/intent.ts';
import { blanks, refusal, type Told } from './outcome.ts';

/** The service's words; null where it said none, or where they are told again and were not kept. */
type Words = AsRead<Pick<Notice, 'title' | 'detail'>>;

export type TicketResult = Told & Words;

export interface Tickets {
  readonly create: (grant: TicketGrant, author: Author, input: CreateTicket) => Promise<TicketResult>;
  readonly createForRegistration: (
    grant: TicketGrant,
    author: Author,
    input: CreateRegistrationTicket,
  ) => Promise<TicketResult>;
}

const ifUnknown =
  'The service gave no readable response, so the ticket may exist: a second one would say the same twice';

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

const noWords: Words = { title: null, detail: null, unreadable: [] };

export function createTickets({ decode, upstream, once }: TicketsOptions): Tickets {
  const submit = async ({ send, ...intent }: Submitted): Promise<TicketResult> => {
    const blank = blanks(Object.fromEntries(intent.sent.map(({ field, value }) => [field, value])));
    if (blank.length > 0) return { ...refusal(blank), ...noWords };
    const {
      answer,
      possible: _,
      ...told
    } = await once<Words>({
      ...intent,
      ifUnknown,
      agent: '',
      send: async () => {
        const notice = decode.notice(await send());
        return isDone(notice) ? notice : undefined;
      },
      keep: ({ title, detail }) => ({ texts: { title, detail } }),
      recall: ({ texts }) => ({ ...noWords, title: texts?.title ?? null, detail: texts?.detail ?? null }),
    });
    const { title, detail, unreadable } = answer ?? noWords;
    return { ...told, title, detail, unreadable };
  };
  return {
    create(_grant, author, input) {
      const request = createTicket(input);
      const sent = textsSent(ticketFields, request);
      const send = () => upstream.call('createTicket', request);
      return submit({ operation: 'createTicket', author, request, sent, send });
    },
    createForRegistration(_grant, author, input) {
      const request = createRegistrationTicket(input);
      const sent = textsSent(registrationTicketFields, request);
      const send = () => upstream.call('registrationTicket', request);
      return submit({ operation: 'createRegistrationTicket', author, request, sent, send });
    },
  };
}
