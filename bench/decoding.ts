/** What it takes to read the records of a body by their columns, and by JSON.parse and a pick, in one run. No network. */
import { transactionFields } from '../src/contract/fields.ts';
import { makeAgents, makeOffices } from '../src/reference/seed/agents.ts';
import { makeTransactions } from '../src/reference/seed/plant.ts';
import { createColumns } from '../src/upstream/columns.ts';
import { machine, measure, printTable } from './measure.ts';

const RUNS = 60;
const seed = { agents: 20, offices: 3, transactions: 100, seed: 5 };

export async function run(): Promise<void> {
  const agents = makeAgents(seed.agents, makeOffices(seed.offices), seed.seed, 0);
  const records = [...makeTransactions(agents, seed)].map(({ id, record }) => ({ ...record, transId: String(id) }));
  const all = transactionFields.map(({ wire }) => wire);
  const rows: (string | number)[][] = [];
  for (const count of [1, 100]) {
    const text = JSON.stringify([{ meta: { total: count, max: 100 }, data: records.slice(0, count) }]);
    for (const width of [7, 10, 40, all.length]) {
      const step = Math.floor(all.length / width);
      const wanted = all.filter((_, at) => at % step === 0).slice(0, width);
      const skipped = new Set(all).difference(new Set(wanted));
      const selection = { sets: [], values: wanted, signs: [], skipped };
      const body = Buffer.from(text);
      const columns = createColumns();
      columns.learn(JSON.parse(text));
      // Enough of them that a run lasts longer than the clock's grain.
      const again = 200 / count;
      const repeat = (work: () => unknown) =>
        measure(RUNS, async () => {
          for (let time = 0; time < again; time += 1) work();
        });
      const parsed = await repeat(() =>
        (JSON.parse(text)[0].data as Record<string, unknown>[]).map((record) =>
          Object.fromEntries(wanted.map((wire) => [wire, record[wire]])),
        ),
      );
      const read = await repeat(() => {
        if (columns.read(body, 'pageInList', selection) === null)
          throw new Error('the body is not read by its columns');
      });
      const micros = (medianMs: number): number => Math.round((medianMs / again) * 1000);
      rows.push([
        count,
        width,
        micros(parsed.medianMs),
        micros(read.medianMs),
        (read.medianMs / parsed.medianMs).toFixed(2),
      ]);
    }
  }
  console.log(`${machine()}; medians of ${RUNS}\n`);
  printTable(['records', 'columns', 'JSON.parse and pick, µs', 'by columns, µs', 'ratio'], rows);
}
