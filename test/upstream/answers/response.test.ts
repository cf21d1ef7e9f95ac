// Which text the bytes of a body are.
import { HAS_INVALID_TEXT } from '@realty-forms/contract/columns/kinds.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markInvalidText, readResponse, textOf } from '../../../src/upstream/answers/response.ts';
import { createManualClock } from '../../support/held-clock.ts';

const bodyOf = (bytes: Buffer, type?: string) => textOf({ body: bytes, headers: { 'content-type': type } });

const charset = fc.constantFrom(
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="ISO-8859-1"',
  'text/html; boundary=x; charset=Shift_JIS',
  'application/json; charset=nothing',
);

test('a text in UTF-8 is read as that, whatever the response says it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), charset, (text, type) => {
      expect(bodyOf(Buffer.from(text), type)).toEqual({ text: text.replace(/^\ufeff/, ''), hasInvalidText: false });
    }),
  );
});

test.each([
  ['["Caf\xe9 \x96"]', 'application/json; charset=windows-1252', '["Café –"]'],
  ['["Caf\xe9"]', 'application/json; CHARSET = "iso-8859-1"', '["Café"]'],
  ['["\x8cv\x89\xe6"]', 'application/json; charset=shift_jis', '["計画"]'],
  ['[\0"\0\xe9\0"\0]\0', 'application/json; charset=utf-16le', '["é"]'],
  ['["\x1b$B7W2h\x1b(B"]', 'application/json; charset=iso-2022-jp', '["計画"]'],
])('%j is read in the charset of %s', (bytes, type, text) => {
  expect(bodyOf(Buffer.from(bytes, 'latin1'), type)).toEqual({ text, hasInvalidText: false });
});

test.each([undefined, 'application/json', 'application/json; charset=utf-8', 'application/json; charset=nothing'])(
  'a byte that is not UTF-8 becomes U+FFFD if the response (%s) says nothing else',
  (type) => {
    expect(bodyOf(Buffer.from('["Caf\xe9", "Gr\xc3\xbc"]', 'latin1'), type)).toEqual({
      text: '["Caf\ufffd", "Grü"]',
      hasInvalidText: true,
    });
  },
);

test('only records that have an invalid text are marked, wherever they are', () => {
  const body = [{ data: [{ name: 'Caf\ufffd' }, { name: 'Elm', more: { name: '\ufffd' } }], meta: { total: 2 } }];
  markInvalidText(body);
  expect(body).toEqual([
    {
      data: [
        { name: 'Caf\ufffd', [HAS_INVALID_TEXT]: true },
        { name: 'Elm', more: { name: '\ufffd', [HAS_INVALID_TEXT]: true } },
      ],
      meta: { total: 2 },
    },
  ]);
});

test('U+FFFD that the service itself has sent is no invalid text', () => {
  const records = [{ transName: 'Caf\ufffd' }];
  const response = { status: 200, headers: {}, body: Buffer.from(JSON.stringify(records)) };
  expect(readResponse('getTransById', response, { clock: createManualClock(), secrets: () => [] })).toEqual(records);
});
