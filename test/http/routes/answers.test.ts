// Status, headers and body of the response to every request of a table, in answers.txt. Each request is sent twice: what
// the gateway remembers of the first changes nothing.
import { expect, it } from 'vitest';
import { elsewhere, ordinary, others } from './requests.ts';
import { comparable, type SentRequest, send, startLimited } from './sent-requests.ts';

it('answers each request as recorded, and again in the same way', async () => {
  const { url } = await startLimited();
  let recorded = '';
  for (const { what, sent } of [...ordinary, ...others, ...elsewhere]) {
    const first = await answer(url, sent);
    const second = await answer(url, sent);
    recorded += `#### ${what}\n${first}\n`;
    if (second !== first) recorded += `#### ${what}, again\n${second}\n`;
  }
  await expect(recorded).toMatchFileSnapshot('./answers.txt');
});

async function answer(url: string, sent: SentRequest): Promise<string> {
  const { status, headers, body } = comparable(await send(url, sent));
  const lines: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = String(headers[at]);
    lines.push(`${name}: ${name === 'ratelimit-remaining' ? '…' : headers[at + 1]}`);
  }
  return `${status}\n${lines.join('\n')}\n\n${body}`;
}
