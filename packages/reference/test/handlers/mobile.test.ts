import { describe, expect, test } from 'vitest';
import { problem, runReference, shareReference, temporaryDir, valueIn } from '../running.ts';

const shared = shareReference();

const GET = '/thlmobile/getMember';
/** The first agent's e-mail, which no one else has. */
const uniqueEmail = 'zoe.o.example.1@agents.example';

describe('getMember', () => {
  test('finds by e-mail or user name, in any case', async () => {
    const { call } = shared();
    const [member] = (await call(GET, { email: uniqueEmail.toUpperCase() })).body;
    expect(member).toMatchObject({ firstName: 'Zoë', email: uniqueEmail });
    expect((await call(GET, { userName: member.userName.toUpperCase() })).body).toEqual([member]);
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
});
