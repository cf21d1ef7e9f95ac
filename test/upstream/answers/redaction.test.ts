import { expect, test } from 'vitest';
import { credentialSecrets, withoutSecrets } from '../../../src/upstream/answers/redaction.ts';

const SECRET = 'pä/ss "w&r%d+\\';
const secrets = credentialSecrets({ clientId: 'clïent', clientSecret: SECRET });
const inUrl = encodeURIComponent(SECRET);

test.each([
  ['as it is', SECRET],
  ['with the escapes of a URL', inUrl],
  ['with escapes in lower case', inUrl.toLowerCase()],
  ['with escapes that are escaped', encodeURIComponent(inUrl)],
  ['with more escapes than are needed', inUrl.replace('ss', '%73s')],
  ['with fewer escapes than encodeURIComponent makes', encodeURI(SECRET)],
  ['as a field of a form', `${new URLSearchParams({ secret: SECRET })}`.replace('secret=', '')],
  ['as a text of JSON', JSON.stringify(SECRET).slice(1, -1)],
  [
    'as a text of JSON in ASCII, with escaped slashes',
    JSON.stringify(SECRET).slice(1, -1).replace('ä', '\\u00E4').replace('/', '\\/'),
  ],
  ['in HTML', SECRET.replace('&', '&amp;').replace('"', '&quot;')],
  ['in HTML, with numbers of characters', SECRET.replace('ä', '&#xE4;').replace('/', '&#x2F;').replace('+', '&#43;')],
  ['in HTML that is escaped', SECRET.replace('&', '&amp;amp;').replace('"', '&amp;quot;')],
  ['as a text of JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3).replace('/', '\\\\\\/')],
  ['as a text of JSON in HTML', JSON.stringify(SECRET).slice(1, -1).replace('&', '&amp;').replace('"', '&quot;')],
  ['as a text of JSON in a URL', encodeURIComponent(JSON.stringify(SECRET).slice(1, -1).replace('/', '\\/'))],
  ['in HTTP Basic authentication', Buffer.from(`clïent:${SECRET}`).toString('base64')],
  ['in HTTP Basic authentication, form-encoded first', Buffer.from(`cl%C3%AFent:${inUrl}`).toString('base64')],
  ['in HTTP Basic authentication within a URL', encodeURIComponent(btoa(`cl%C3%AFent:${inUrl}`))],
])('a secret is redacted that is quoted %s', (_, quoted) => {
  expect(withoutSecrets(`Invalid Character found in ${quoted}, line 1`, secrets)).toBe(
    'Invalid Character found in [redacted], line 1',
  );
});

test('a text without a secret keeps its escapes', () => {
  const text = 'C:\\Uabcd\\u0041 50%25 of a+b &amp; c%2Fd %E0%A4';
  expect(withoutSecrets(text, secrets)).toBe(text);
});
