// Lines of the log as a terminal shows them.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from '../../src/observability/log.ts';
import { prettyLine } from '../../src/observability/pretty.ts';

/** Without colors, which depend on the terminal. */
const plain = (line: object) => stripVTControlCharacters(prettyLine(JSON.stringify(line)));
const time = '2026-03-02T10:00:00.123Z';

test('a line has its time, level, message and fields', () => {
  expect(plain({ level: 'info', time, upstream: 'embedded', nextTryMs: 5, msg: 'the gateway starts' })).toBe(
    '10:00:00.123 INFO  the gateway starts  upstream=embedded nextTryMs=5\n',
  );
});

test('of a request, what was asked for and what became of it come first', () => {
  const fields = { requestId: 'r-1', method: 'POST', route: '/graphql', status: 200, ms: 41.3, fields: ['viewer'] };
  expect(plain({ level: 'info', time, ...fields, msg: 'request' })).toBe(
    '10:00:00.123 INFO  POST /graphql 200 in 41.3 ms  requestId=r-1 fields=["viewer"]\n',
  );
});

test('an error is in the line, and where it comes from is below it', () => {
  const stack = 'Error: no disk\n    at write (file.ts:1:2)\n    at save (file.ts:3:4)';
  expect(plain({ level: 'error', time, err: { type: 'Error', message: 'no disk', stack }, msg: 'failed' })).toBe(
    '10:00:00.123 ERROR failed  err="no disk"\n    at write (file.ts:1:2)\n    at save (file.ts:3:4)\n',
  );
});

test.each(['\u001b[2J', '\u009b2J', '\r', '\n', '\u2028', '\u202e', '\u007f'])(
  'what a terminal would act on is escaped: %j',
  (control) => {
    const stack = `Error: x\n    at ${control === '\n' ? '' : control}x`;
    const line = plain({
      level: 'warn',
      time,
      subject: `a${control}b`,
      err: { message: control, stack },
      msg: control,
    });
    expect(line.slice(0, -1).split('\n')).toHaveLength(2);
    expect(line.replaceAll('\n', '')).not.toContain(control);
    expect(line).toContain('\\');
  },
);

test('every line of the log can be read so', () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(plain(JSON.parse(line))) }).child({ worker: 2 });
  log.info('started');
  log.fatal({ err: new Error('no memory') }, 'ends');
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} INFO {2}started {2}worker=2\n$/),
    expect.stringMatching(/^\S+ FATAL ends {2}worker=2 err="no memory"\n( {4}at .*\n)+$/),
  ]);
});
