// The file that names the hooks: what it may contain, and what is said of one that cannot be used.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSubscriptions } from '../../src/webhooks/config.ts';
import { createDestinations } from '../../src/webhooks/destinations.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';

const destinations = createDestinations({ networks: [] });
const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const hook = { name: 'crm', url: 'https://crm.example.com/hooks', secrets: [secret], agentNrdsIds: ['999000001'] };
/** Of the schema of a test: a selection is in braces. */
const prepare = (select: string) => {
  if (!select.startsWith('{')) throw new Error('it has no braces');
  return select.length;
};
const read = (...webhooks: object[]) => readSubscriptions(JSON.stringify({ webhooks }), destinations, prepare);

function problemsOf(text: string): readonly string[] {
  try {
    readSubscriptions(text, destinations, prepare);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}

test('a hook has a name, a URL, secrets, and the agents whose transactions it is told of', () => {
  const [first, second] = read(hook, { ...hook, name: 'bi', select: '{ name }' });
  expect(first).toMatchObject({ name: 'crm', agentNrdsIds: ['999000001'], keys: [Buffer.alloc(24, 1)] });
  expect(first?.url.href).toBe('https://crm.example.com/hooks');
  expect([first?.selection, second?.selection]).toEqual([undefined, 8]);
});

test('secrets can be in a file of their own, one per line, the current one first', () => {
  const secretsFile = join(temporaryFolder(), 'secrets');
  writeFileSync(secretsFile, `whsec_${Buffer.alloc(32, 2).toString('base64')}\n${secret}\n`);
  const { secrets: _, ...rest } = hook;
  expect(read({ ...rest, secretsFile })[0]?.keys).toEqual([Buffer.alloc(32, 2), Buffer.alloc(24, 1)]);
  expect(problemsOf(JSON.stringify({ webhooks: [{ ...hook, secretsFile }] }))).toEqual([
    expect.stringMatching(/^webhooks\[0\]\.secrets: exactly one of secrets and secretsFile is required/),
  ]);
});

test.each([0, 4])('a file of secrets with %i of them is refused', (count) => {
  const secretsFile = join(temporaryFolder(), 'secrets');
  writeFileSync(secretsFile, `\n${`${secret}\n`.repeat(count)}`);
  const webhooks = [{ ...hook, secrets: undefined, secretsFile }];
  expect(problemsOf(JSON.stringify({ webhooks }))).toEqual([
    expect.stringMatching(/^webhooks\[0\]\.secretsFile: the file must have 1 to 3 lines$/),
  ]);
});

test.each<[string, object, RegExp]>([
  ['name', { name: 'the crm' }, /^webhooks\[0\]\.name: must have 1 to 64 letters, digits, _ or -$/],
  ['url', { url: 'crm' }, /^webhooks\[0\]\.url: it is not a URL$/],
  ['url', { url: 'http://crm.example.com' }, /^webhooks\[0\]\.url: it is not an https URL/],
  [
    'url',
    { url: 'https://ann:hunter2@crm.example.com' },
    /^webhooks\[0\]\.url: it must have no user name or password$/,
  ],
  ['url', { url: 'https://crm.example.com#1' }, /^webhooks\[0\]\.url: it must have no fragment$/],
  ['url', { url: 'https://192.168.1.1/' }, /^webhooks\[0\]\.url: the address 192\.168\.1\.1 is not public/],
  [
    'secrets',
    { secrets: ['whsec_hunter2'] },
    /^webhooks\[0\]\.secrets: secret 1 is not whsec_ and 24 to 64 bytes in base64; make one with: node -p /,
  ],
  ['secrets', { secrets: [] }, /^webhooks\[0\]\.secrets: must have 1 to 3 entries$/],
  [
    'secrets',
    { secrets: undefined },
    /^webhooks\[0\]\.secrets: exactly one of secrets and secretsFile is required; make one with: node -p /,
  ],
  [
    'secretsFile',
    { secrets: undefined, secretsFile: '/nowhere' },
    /^webhooks\[0\]\.secretsFile: .*cannot be read \(ENOENT\)$/,
  ],
  ['agentNrdsIds', { agentNrdsIds: [] }, /^webhooks\[0\]\.agentNrdsIds: must have 1 to 1000 entries$/],
  ['agentNrdsIds', { agentNrdsIds: ['1', '1'] }, /^webhooks\[0\]\.agentNrdsIds: an id is listed twice$/],
  ['agentNrdsIds', { agentNrdsIds: ['1', ' '] }, /^webhooks\[0\]\.agentNrdsIds\[1\]: must be an NRDS id/],
  ['a misspelled member', { agents: ['1'] }, /^webhooks\[0\]: .*agents/],
])('a mistake in %s is told with its place (%j)', (_, change, problem) => {
  const problems = problemsOf(JSON.stringify({ webhooks: [{ ...hook, ...change }] }));
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toContain('hunter2');
});

test('all mistakes are told at once, of whatever kind they are', () => {
  const mistaken = { name: 'crm', url: 'ftp://crm.example.com', secretsFile: '/nowhere', secrets: 7, select: 'name' };
  const webhooks = [hook, { ...mistaken, agentNrdsIds: ['1', '1', ''], agents: [] }, null];
  expect(problemsOf(JSON.stringify({ webhooks })).map((problem) => problem.split(':')[0])).toEqual([
    ...['webhooks[1].url', 'webhooks[1].secrets', 'webhooks[1].secretsFile', 'webhooks[1].agentNrdsIds[2]'],
    ...['webhooks[1].agentNrdsIds', 'webhooks[1].select', 'webhooks[1]', 'webhooks[1].secrets', 'webhooks[2]'],
    'webhooks[1].name',
  ]);
});

test.each([
  ['{', /not valid JSON/],
  ['[]', /expected object/i],
  ['{}', /^webhooks: /],
])('the file %s is none', (text, problem) => {
  expect(problemsOf(text)).toEqual([expect.stringMatching(problem)]);
});
