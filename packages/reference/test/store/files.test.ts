import { expect, onTestFinished, test } from 'vitest';
import { insertAgents } from '../../src/store/agents.ts';
import { openStore } from '../../src/store/database.ts';
import { createFiles } from '../../src/store/files.ts';
import { createTransactions } from '../../src/store/transactions.ts';
import { temporaryDir } from '../running.ts';

const agent = {
  ...{ nrds_id: '1', account_id: '1', first_name: 'Pat', last_name: 'Example', email: 'pat@agents.example', phone: '' },
  ...{ member_type: 'R', office_nrds_id: null, enabled_at: 0 },
};
const file = {
  ...{ name: 'a.pdf', description: '', sender: 'Example', pages: 1, type: 'pdf', size: 1, sha256: '', stored_as: 'a' },
  ...{ insert_date: 0, last_update_date: 0 },
};

test('a list of files and its total are of one moment, whatever is added meanwhile', async () => {
  const store = await openStore(temporaryDir(), (connection) => insertAgents(connection, [], [agent]));
  onTestFinished(() => store.destroy());
  await createTransactions(store).add('1', { transName: '12 Example Road' });
  const { id } = await store.selectFrom('transactions').select('id').executeTakeFirstOrThrow();
  const { add, listAndCount } = createFiles(store);
  const [listed] = await Promise.all([
    listAndCount({ transactionId: id, conditions: [] }),
    add({ ...file, transaction_id: id }),
  ]);
  expect(listed).toEqual({ files: [], total: 0 });
});
