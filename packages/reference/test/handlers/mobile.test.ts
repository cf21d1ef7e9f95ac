import { memberSets } from '@realty-forms/contract/columns/member-records.ts';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/database.ts';
import { problem, type Running, runReference, shareReference, temporaryDir, valueIn } from '../running.ts';

const shared = shareReference();

const GET = '/thlmobile/getMember';
/** The first agent's e-mail, which no one else has; the second agent shares one with an assistant. */
const uniqueEmail = 'zoe.o.example.1@agents.example';

async function members(running: Running, fields: object) {
  return (await running.call(GET, fields)).body;
}

async function sharedAddress(running: Running): Promise<string> {
  const { body } = await running.call('/accounts/activeUsers');
  return body.data[1].email;
}

describe('getMember', () => {
  test('finds by e-mail or user name, in any case, with the nine fields of a member', async () => {
    const running = shared();
    const [member, ...more] = await members(running, { email: uniqueEmail.toUpperCase() });
    expect(more).toEqual([]);
    expect(Object.keys(member)).toEqual(memberSets.getMember[0].columns.map(([wire]) => wire));
    expect(member).toMatchObject({ firstName: 'Zoë', lastName: "O'Example", email: uniqueEmail });
    expect(await members(running, { userName: member.userName.toUpperCase() })).toEqual([member]);
  });

  test('finds everyone who shares an e-mail, ordered by clientId', async () => {
    const running = shared();
    const found = await members(running, { email: await sharedAddress(running) });
    expect(found).toHaveLength(2);
    expect(new Set(found.map(({ userName }: { userName: string }) => userName)).size).toBe(2);
    expect(await members(running, { email: found[0].email, userName: found[1].userName })).toEqual([found[1]]);
  });

  test('returns an empty list if nobody matches all criteria', async () => {
    const running = shared();
    const [other] = await members(running, { email: await sharedAddress(running) });
    expect(await members(running, { email: uniqueEmail, userName: other.userName })).toEqual([]);
    expect(await members(running, { email: 'nobody@nowhere.example' })).toEqual([]);
    expect(await members(running, { email: '%' })).toEqual([]);
  });

  test.each([
    ['a request without userName and email', {}, 'userName or email'],
    ['a request whose userName and email are blank', { userName: ' ', email: '' }, 'userName or email'],
    ['a userName that is not text', { userName: 7 }, 'userName'],
    ['text that no database can store', { email: 'a\u0000' }, 'email'],
  ])('rejects %s with 400', async (_name, fields, named) => {
    const running = shared();
    expect((await running.call(GET, fields)).body).toEqual(
      problem(400, 'Missing Required Parameter', `Missing Required Parameter: ${named}`),
    );
  });

  test('needs no userId: only /accounts and /fsforms carry one', async () => {
    const running = shared();
    const headers = { authorization: `Bearer ${await running.token()}` };
    expect((await running.post(GET, { email: uniqueEmail }, headers)).body).toHaveLength(1);
  });

  test('adds members, once, to a database that was seeded before members existed', async () => {
    const dataDir = temporaryDir();
    await (await runReference({ dataDir })).close();
    const store = await openStore(dataDir, async (connection) => {
      await connection.deleteFrom('members').execute();
      await connection.deleteFrom('notes').where('name', '=', 'seed of members').execute();
    });
    await store.destroy();
    await (await runReference({ dataDir })).close();
    await (await runReference({ dataDir })).close();
    expect(valueIn(dataDir, 'select count(*) from members')).toBe(20);
  });
});

describe('shareApp', () => {
  test('echoes the request, with a status of 200', async () => {
    const running = shared();
    const headers = { authorization: `Bearer ${await running.token()}` };
    const sent = { to: ['a@b.example'], deep: { n: 1.5, t: true, z: null } };
    expect((await running.post('/thlmobile/shareApp', sent, headers)).body).toEqual({ ...sent, status: 200 });
    expect((await running.post('/thlmobile/shareApp', '', headers)).body).toEqual({ status: 200 });
  });

  test('requires a token like every endpoint, and accepts only an object', async () => {
    const running = shared();
    expect((await running.post('/thlmobile/shareApp', {})).body).toEqual(
      problem(401, 'Access Denied', 'Access Denied'),
    );
    const headers = { authorization: `Bearer ${await running.token()}` };
    expect((await running.post('/thlmobile/shareApp', '[1]', headers)).body).toMatchObject({
      status: 400,
      title: 'Missing Required Parameter',
    });
  });
});

const support = { userName: 'zoe', title: "It doesn't work", description: 'Nothing <at all>\nhappens' };
const registrationTicket = {
  userName: 'new',
  name: 'Zoë Nobody',
  email: 'new@nowhere.example',
  phone: '',
  description: 'Let me in',
};

describe('tickets', () => {
  test('are stored as they were sent, and numbered', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir });
    const answers = [
      await running.call('/thlmobile/createTicket', support),
      await running.call('/thlmobile/registrationTicket', { ...registrationTicket, phone: '1' }),
    ];
    expect(answers.map(({ body }) => body)).toEqual(
      ['1', '2'].map((number) => ({
        status: 200,
        title: 'Ticket created',
        detail: `The ticket number is ${number}`,
      })),
    );
    await running.close();
    const kept = (columns: string, id: number) => valueIn(dataDir, `select ${columns} from tickets where id = ${id}`);
    expect(kept("kind || '/' || user_name || '/' || title || '/' || description", 1)).toBe(
      `support/zoe/${support.title}/${support.description}`,
    );
    expect(kept("kind || '/' || name || '/' || email || '/' || phone || '/' || description", 2)).toBe(
      'registration/Zoë Nobody/new@nowhere.example/1/Let me in',
    );
  });

  test.each([
    ['createTicket', { ...support, title: '' }, 'title'],
    ['registrationTicket', registrationTicket, 'phone'],
  ])('rejects %s without a field with 400 Bad Request, naming the field', async (name, fields, field) => {
    const running = shared();
    expect((await running.call(`/thlmobile/${name}`, fields)).body).toEqual(
      problem(400, 'Bad Request', `Missing Required Parameter: ${field}`),
    );
  });
});
