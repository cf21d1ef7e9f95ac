/**
 * Opens streams with nothing but `fetch`: GraphQL over SSE, distinct connections. For scripts, and for pages whose client cannot open
 * streams.
 */
import { startAttempts } from '../attempts.ts';
import type { Failure, GraphQLFailure } from '../errors.ts';
import { fetchRepeatedly } from '../fetch.ts';
import { failureOfText } from '../results.ts';
import { fetchLively } from '../silence.ts';
import type { Tokens } from '../tokens.ts';
import { type Change, changeIn, type Open, type Stream } from './follow.ts';
import { isStream } from './stream-formats.ts';

export interface SseOptions {
  /** The URL of the gateway's graph, such as `/graphql`. */
  readonly url: string;
  /** The text of a subscription with the variable `$after` and one root field. */
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly tokens: Tokens;
  readonly fetch?: typeof fetch;
}

export function openBySse<C extends Change>({ url, query, variables, tokens, fetch: send }: SseOptions): Open<C> {
  // If a stream does not open, only its token is renewed here; the follower decides about everything else.
  const start = () => startAttempts({ definitions: [] }, undefined, tokens);
  const sendOnce = fetchRepeatedly(start, fetchLively(send));

  async function read(
    after: string | null,
    next: Stream<C>['next'],
    signal: AbortSignal,
  ): Promise<Failure | undefined> {
    const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables: { ...variables, after } });
    const response = await sendOnce(url, { method: 'POST', headers, body, signal });
    const { body: events } = response;
    return events && isStream(response) ? tellResults(events, next) : failureOfText(await response.text(), response);
  }

  return (after, { next, end }) => {
    const controller = new AbortController();
    read(after, next, controller.signal).then(end, (cause: unknown) => end({ errors: [], cause }));
    return () => controller.abort();
  };
}

interface Result {
  readonly data?: object | null;
  readonly errors?: readonly GraphQLFailure[];
}

/** Resolves at the end of the stream, with its failure, if any. */
async function tellResults<C extends Change>(
  body: ReadableStream<Uint8Array>,
  next: (change: C) => void,
): Promise<Failure | undefined> {
  for await (const { name, data } of eventsOf(body)) {
    if (name === 'complete') return undefined;
    if (name !== 'next') continue;
    const { data: fields, errors = [] } = JSON.parse(data) as Result;
    const change = changeIn<C>(fields);
    if (change) next(change);
    else if (errors.length > 0) return { errors };
  }
  return undefined;
}

interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Server-sent events. An event that was cut off is dropped. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    // The connection ends when its listener stops.
    reader.cancel().catch(() => {});
  }
}

function eventOf(block: string): ServerEvent {
  const lines = block.split(/\r?\n/);
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  return { name: valuesOf('event').at(-1) ?? 'message', data: valuesOf('data').join('\n') };
}
