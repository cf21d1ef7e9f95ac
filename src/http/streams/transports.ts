/**
 * The two encodings of a response in parts: GraphQL over SSE (distinct connections), and Apollo's multipart subscriptions. The Accept
 * header decides which one a client gets, and only subscriptions get one.
 */
export interface Transport {
  readonly name: 'sse' | 'multipart';
  readonly type: string;
  /** Sent first, so that the headers go out at once. */
  readonly opening: string;
  readonly result: (text: string) => string;
  readonly heartbeat: string;
  readonly closing: string;
}

const sse: Transport = {
  name: 'sse',
  type: 'text/event-stream; charset=utf-8',
  opening: ':\n\n',
  result: (text) => `event: next\ndata: ${text}\n\n`,
  heartbeat: ':\n\n',
  closing: 'event: complete\ndata:\n\n',
};

const BOUNDARY = '--graphql';
/** Clients read a part only when the next boundary arrives, so each part ends with one. */
const part = (json: string): string => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n${BOUNDARY}`;

const multipart: Transport = {
  name: 'multipart',
  type: 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
  opening: BOUNDARY,
  result: (text) => part(`{"payload":${text}}`),
  heartbeat: part('{}'),
  closing: '--\r\n',
};

export const transports: readonly Transport[] = [sse, multipart];

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** The transport that the client prefers, or the first of equally preferred ones; null if it accepts neither. */
export function transportFor(accept: string | undefined): Transport | null {
  if (accept === undefined || accept.trim() === '') return sse;
  const ranges = (accept.match(RANGE) ?? []).map(rangeOf);
  // A wildcard does not accept a type that is refused by name.
  const isNamed = ranges.some(({ type }) => type === SSE);
  const isOffered = (type: string) => type === 'multipart' || type === SSE || (!isNamed && WILDCARD.test(type));
  const [best] = ranges
    .filter(({ type, quality }) => quality > 0 && isOffered(type))
    .sort((one, other) => other.quality - one.quality);
  if (best === undefined) return null;
  return best.type === 'multipart' ? multipart : sse;
}

/** A quoted text may contain commas. One that is not closed ends with the header, so that a search takes linear time. */
const RANGE = /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/g;

export const neitherAccepted =
  'A subscription needs an accept header that allows text/event-stream or multipart/mixed;subscriptionSpec=1.0.';

const SSE = 'text/event-stream';
const WILDCARD = /^(?:text|\*)\/\*$/;

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((each) => each.trim().toLowerCase());
  const values = new Map(parameters.map((each) => each.split('=', 2).map(unquoted) as [string, string]));
  const quality = Number(values.get('q') ?? 1);
  const isOfSubscriptions = type === 'multipart/mixed' && values.get('subscriptionspec') === '1.0';
  return { type: isOfSubscriptions ? 'multipart' : type, quality: Number.isNaN(quality) ? 0 : quality };
}

function unquoted(text: string): string {
  return text.trim().replace(/^"(.*)"$/, '$1');
}
