/** The two formats of event streams: a client asks for one of them, and gets it. */

const formats = /^(?:text\/event-stream|multipart\/mixed)/i;

export function asksForStream(init: RequestInit | undefined): boolean {
  return formats.test(new Headers(init?.headers).get('accept') ?? '');
}

/** Whether the response is a stream. */
export function isStream({ headers }: Response): boolean {
  return formats.test(headers.get('content-type') ?? '');
}
