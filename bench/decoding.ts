/** The time to read the records of a body by column, compared with JSON.parse plus picking the fields. No network. */
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { makeAgents, makeOffices } from '@realty-forms/reference/seed/agents.ts';
import { makeTransactions } from '@realty-forms/reference/seed/seed-database.ts';
import { createColumnReader } from '../src/upstream/answers/columns.ts';
import { machine, measure, table } from './measure.ts';

const RUNS = 60;
const seed = { agents: 20, offices: 3, transactions: 100, seed: 5 };

export async function run(): Promise<void> {
  const agents = makeAgents(seed.agents, makeOffices(seed.offices), seed.seed, 0);
  const records = [...makeTransactions(agents, seed)].map(({ id, record }) => ({ ...record, transId: String(id) }));
  const allColumns = transactionFields.map(({ upstreamName }) => upstreamName);
  const rows: (string | number)[][] = [];
  for (const count of [1, 100]) {
    const text = JSON.stringify([{ meta: { total: count, max: 100 }, data: records.slice(0, count) }]);
    for (const width of [7, 10, 40, allColumns.length]) {
      const step = Math.floor(allColumns.length / width);
      const selected = allColumns.filter((_, at) => at % step === 0).slice(0, width);
      const skipped = new Set(allColumns).difference(new Set(selected));
      const selection = { sets: [], values: selected, presenceChecks: [], skipped };
      const body = Buffer.from(text);
      const columns = createColumnReader(['transId']);
      // Repeated until a run lasts longer than the clock's resolution.
      const repetitions = 200 / count;
      const repeat = (work: () => unknown) =>
        measure(RUNS, async () => {
          for (let time = 0; time < repetitions; time += 1) work();
        });
      const parsed = await repeat(() =>
        (JSON.parse(text)[0].data as Record<string, unknown>[]).map((record) =>
          Object.fromEntries(selected.map((column) => [column, record[column]])),
        ),
      );
      const read = await repeat(() => {
        if (columns.read(body, selection) === null) throw new Error('the column parser did not read the body');
      });
      const micros = (medianMs: number): number => Math.round((medianMs / repetitions) * 1000);
      rows.push([
        count,
        width,
        micros(parsed.medianMs),
        micros(read.medianMs),
        (read.medianMs / parsed.medianMs).toFixed(2),
      ]);
    }
  }
  console.log(`${machine()}; medians of ${RUNS} runs\n`);
  console.log(table(['records', 'columns', 'JSON.parse and pick, µs', 'column parser, µs', 'ratio'], rows));
}
