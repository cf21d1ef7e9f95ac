// Forms with files, as the HTTP clients of other languages write them, byte by byte, and the names of their files.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createFormParser, printFormFileName, readFormFileName } from '../../src/web/forms.ts';

test.each([
  ['a"b.pdf', 'a%22b.pdf'],
  ['a\r\nb.pdf', 'a%0D%0Ab.pdf'],
  ['100% Zoë\\.pdf', '100% Zoë\\.pdf'],
])('the name %j is encoded as %s, as a browser’s FormData does, and decoded again', async (name, written) => {
  expect(printFormFileName(name)).toBe(written);
  const form = new FormData();
  form.set('file', new File(['x'], name));
  expect(await new Response(form).text()).toContain(`filename="${written}"`);
  expect(readFormFileName(Buffer.from(`form-data; name="0"; filename="${written}"`).toString('latin1'))).toBe(name);
});

interface Form {
  readonly client: string;
  /** The boundary as the request's Content-Type states it; its quotes are not part of it. */
  readonly boundary?: string;
  /** The headers of a text, and those of the file. */
  readonly field: (name: string) => readonly string[];
  readonly file: readonly string[];
  /** The name of the file that was sent; `Zoë 1.pdf` otherwise. */
  readonly name?: string;
}

const quoted = (name: string) => [`Content-Disposition: form-data; name="${name}"`];
const pdf = 'Content-Type: application/pdf';

const forms: readonly Form[] = [
  {
    client: 'a browser, undici, Dart, httpx and Postman',
    field: quoted,
    file: ['Content-Disposition: form-data; name="0"; filename="Zoë 1.pdf"', pdf],
  },
  {
    client: 'Go, with a quote in the name',
    field: quoted,
    file: ['Content-Disposition: form-data; name="0"; filename="Zo\\"ë\\\\ 1.pdf"', pdf],
    name: 'Zo"ë\\ 1.pdf',
  },
  {
    client: 'requests of Python, by urllib3 1',
    field: quoted,
    file: ['Content-Disposition: form-data; name="0"; filename*=utf-8\'\'Zo%C3%AB%201.pdf', pdf],
  },
  {
    client: 'MultipartFormDataContent of .NET',
    boundary: '"f9e2c3d4-0b1a-4c5d-8e6f-7a8b9c0d1e2f"',
    field: (name) => ['Content-Type: text/plain; charset=utf-8', `Content-Disposition: form-data; name=${name}`],
    file: [
      pdf,
      'Content-Disposition: form-data; name=0; filename="=?utf-8?B?Wm/DqyAxLnBkZg==?="; filename*=utf-8\'\'Zo%C3%AB%201.pdf',
    ],
  },
  {
    client: '.NET whose caller has quoted the name of the file, too',
    field: quoted,
    file: [
      'Content-Disposition: form-data; name="0"; filename="=?utf-8?B?Wm/DqyAxLnBkZg==?="; filename*=utf-8\'\'%22Zo%C3%AB%201.pdf%22',
      pdf,
    ],
  },
  {
    client: '.NET whose caller has set the name alone',
    field: quoted,
    file: ['Content-Disposition: form-data; name="0"; filename="=?utf-8?B?Wm/DqyAxLnBkZg==?="', pdf],
  },
  {
    client: 'HttpClient of Apache',
    field: quoted,
    file: [
      'content-disposition: form-data; name="0"; filename="Zo? 1.pdf"; filename*="UTF-8\'\'Zo%C3%AB%201.pdf"',
      'content-type: application/pdf',
    ],
  },
  {
    client: 'a client that writes the extended name first, and mail’s words in letters',
    field: quoted,
    file: [
      'Content-Disposition: form-data; filename*=UTF-8\'de\'Zo%c3%ab%201.pdf; filename="=?UTF-8?Q?plan=2Epdf?="; name="0"',
      pdf,
    ],
  },
  {
    client: 'a client that quotes nothing',
    field: (name) => [`content-disposition:form-data;name=${name}`],
    file: ['content-disposition:form-data;name=0;filename=Zoë 1.pdf'],
  },
];

/** What a parser of forms finds, if it gets this many bytes at a time. */
async function read({ boundary = 'b', field, file }: Form, step: number) {
  const { parser, fileName } = createFormParser({ 'content-type': `multipart/form-data; boundary=${boundary}` }, {});
  const found: [string, string, string?][] = [];
  const contents: Promise<void>[] = [];
  parser.on('field', (name, value) => void found.push([name, value]));
  parser.on('file', (name, stream) => {
    const sent = fileName();
    contents.push(text(stream).then((content) => void found.push([name, content, sent])));
  });
  const part = (headers: readonly string[], body: string) =>
    `--${boundary.replaceAll('"', '')}\r\n${headers.join('\r\n')}\r\n\r\n${body}\r\n`;
  const end = `--${boundary.replaceAll('"', '')}--\r\n`;
  const bytes = Buffer.from(part(field('operations'), '{}') + part(field('map'), '[]') + part(file, '%PDF') + end);
  const finished = once(parser, 'finish');
  for (let at = 0; at < bytes.length; at += step) parser.write(bytes.subarray(at, at + step));
  parser.end();
  await finished;
  await Promise.all(contents);
  return found;
}

test.each(forms)('the file of $client has its name', async (form) => {
  const { name = 'Zoë 1.pdf' } = form;
  for (const step of [1, 7, 10_000]) {
    expect(await read(form, step)).toEqual([
      ['operations', '{}'],
      ['map', '[]'],
      ['0', '%PDF', name],
    ]);
  }
});

test.each<[string, string, string | undefined]>([
  ['no name', 'form-data; name="0"', undefined],
  ['an empty name, of an input without a file', 'form-data; name="0"; filename=""', ''],
  ['a name of a part that looks like one', 'form-data; name="a; filename=b.pdf"', undefined],
  ['a folder of Windows', 'form-data; name="0"; filename="C:\\plans\\a.pdf"', 'C:\\plans\\a.pdf'],
  ['a semicolon', 'form-data; name="0"; filename="a;b.pdf"', 'a;b.pdf'],
  ['a code that is literal, extended', "form-data; filename*=utf-8''a%2522.pdf", 'a%22.pdf'],
  ['ISO 8859-1, extended', "form-data; filename*=iso-8859-1''Zo%EB.pdf", 'Zoë.pdf'],
  ['an unknown charset, extended', "form-data; filename=a.pdf; filename*=x-none''b.pdf", 'a.pdf'],
  ['an extended name that is none', 'form-data; filename*=a.pdf', 'a.pdf'],
  ['bytes that are not UTF-8', 'form-data; name="0"; filename="Zo\xeb.pdf"', 'Zo\ufffd.pdf'],
  ['bytes that are not UTF-8, extended', "form-data; filename=Zoe.pdf; filename*=utf-8''Zo%EB.pdf", 'Zoe.pdf'],
  ['two words of a mail', 'form-data; filename="=?utf-8?B?Wm8=?= =?utf-8?Q?=C3=AB_1.pdf?="', 'Zoë 1.pdf'],
])('a header with %s is read', (_, header, name) => {
  expect(readFormFileName(header)).toBe(name);
});
