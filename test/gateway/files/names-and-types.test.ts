// File names in headers: parsed from any header of upstream, and printed so that no name can inject a header.
import { expect, test } from 'vitest';
import { attachment, readFileName } from '../../../src/gateway/files/names-and-types.ts';

test.each([
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename=a.pdf', 'a.pdf'],
  [`attachment; filename="x.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf`, 'Grüße.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\plans\\\\a.pdf"', 'a.pdf'],
  [`attachment; filename*=UTF-8''%E0%A4%A; filename="b.pdf"`, 'b.pdf'],
  [`attachment; filename*=iso-8859-1''Gr%FC%DFe.pdf`, 'Grüße.pdf'],
  [`attachment; filename*=no-charset''a.pdf; filename=b.pdf`, 'b.pdf'],
  ['attachment; filename=Offer and plan.pdf', 'Offer and plan.pdf'],
  ['attachment; filename = Offer and plan.pdf ; size=3', 'Offer and plan.pdf'],
  ['attachment; filename="Gr\xc3\xbc\xc3\x9fe \xe8\xa8\x88.pdf"', 'Grüße 計.pdf'],
  ['attachment; filename=Gr\xc3\xbc\xc3\x9fe.pdf', 'Grüße.pdf'],
  ['attachment; filename="Gr\xfc\xdfe.pdf"', 'Grüße.pdf'],
  ['attachment; filename="=?UTF-8?B?R3LDvMOfZS5wZGY=?="', 'Grüße.pdf'],
  ['attachment; filename==?utf-8?Q?Gr=C3=BC=C3=9Fe_100%25.pdf?=', 'Grüße 100%25.pdf'],
  ['attachment; filename="=?ISO-8859-1?Q?Gr=FC?= =?UTF-8*en?b?w59l?= (1).pdf"', 'Grüße (1).pdf'],
  ['attachment; filename="=?nothing?Q?a.pdf?="', '=?nothing?Q?a.pdf?='],
  ['attachment; filename="=?UTF-8?Q?=2E=2E=2Fa=00.pdf?="', 'a\0.pdf'],
  ['attachment', null],
  ['', null],
])('%s names %s', (header, name) => {
  expect(readFileName(header)).toBe(name);
});

test('a missing header names no file', () => {
  expect(readFileName(null)).toBeNull();
});

test.each(['a"b.pdf', 'a\r\nset-cookie: x.pdf', 'é – ß.pdf', 'a\\b.pdf', "it's (1)*.pdf", '\ud800.pdf', ''])(
  'an attachment named %j has a single ASCII header from which a name can be read',
  (name) => {
    const header = attachment(name);
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
    expect(header).not.toMatch(/[\r\n]/);
    expect(readFileName(header)).not.toBeNull();
  },
);

test.each([
  ['Résumé.pdf', 'Resume.pdf'],
  ['São João – plan.doc', 'Sao Joao _ plan.doc'],
  ['計画.pdf', '__.pdf'],
  ['１／２.pdf', '1_2.pdf'],
  ['50%.pdf', '50_.pdf'],
])('for clients that read ASCII only, %s becomes %s', (name, fallback) => {
  expect(attachment(name)).toContain(`filename="${fallback}";`);
});

test.each([
  ['annex\u202efdp.exe', 'annexfdp.exe'],
  ['\u2066a\u2069\u200b\ufeff.pdf', 'a.pdf'],
  ['a\u2028b\u2029c.pdf', 'abc.pdf'],
  ['\u202e', 'file'],
])('an attachment named %j has no character that reverses, hides or breaks it', (name, shown) => {
  const header = attachment(name);
  expect(header).toContain(`filename="${shown}"`);
  expect(readFileName(header)).toBe(shown);
});

// At the square of their number, this would take minutes: nothing else would be served meanwhile.
test('a name with very many accents on a letter becomes a header as fast as any other', () => {
  expect(attachment(`e${'\u0301\u0316'.repeat(100_000)}.pdf`)).toContain('filename="e.pdf";');
}, 10_000);
