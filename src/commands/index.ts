/** `npm run index`: shows what is in the search index, and erases the transactions of an agent, or all of it. */
import { existsSync } from 'node:fs';
import { fail, runWithSwitches, text, type Values } from '@realty-forms/platform/command-line.ts';
import { createLog } from '@realty-forms/platform/observability/log.ts';
import { loadConfig } from '../config/config.ts';
import type { SearchIndex } from '../gateway/search/index.ts';
import { isDisowned } from '../gateway/search/store/writing.ts';
import { indexFile, openIndex } from '../process/databases.ts';

const usage = `npm run index [-- SWITCH]
Without a switch, shows how many agents and transactions the search index has, and how current they are.
--erase AGENT|all  erases the transactions of the agent with this NRDS id, or of all agents, from the disk; a running gateway with
                   INDEX=on fills the index again, so stop it or set INDEX_AGENTS first
exit code: 0; 1 if there is nothing to erase; 2 if nothing could be done`;

const switches = { erase: text('AGENT|all') };

async function run({ erase }: Values<typeof switches>): Promise<number> {
  const loaded = loadConfig();
  for (const warning of loaded.warnings) console.error(warning);
  if ('faults' in loaded) return fail(loaded.faults);
  const path = indexFile(loaded.config);
  if (path !== null && !existsSync(path)) {
    console.log('There is no index');
    return erase === undefined ? 0 : 1;
  }
  const index = openIndex(loaded.config, createLog('silent'), true);
  try {
    return erase === undefined ? await tell(index) : await eraseRows(index, erase);
  } catch (error) {
    return fail([`The index cannot be used: ${(error as Error).message}`]);
  } finally {
    await index.close();
  }
}

async function tell(index: SearchIndex): Promise<number> {
  const states = await index.agents();
  const rows = states.reduce((sum, state) => sum + state.rows, 0);
  const loading = states.filter(({ isComplete }) => !isComplete).length;
  const times = states.flatMap(({ asOf }) => asOf ?? []);
  console.log(
    `${rows} transactions of ${agents(states.length)}${loading > 0 ? `; the lists of ${loading} are still loading` : ''}`,
  );
  // Only the process that fills the index knows which agents it will have.
  if (loading > 0)
    console.log('Agents whose lists have not been begun are not counted; gateway_index_loading_agents counts them too');
  const which = loading > 0 ? 'Those that are loaded' : 'All';
  if (times.length > 0) console.log(`${which} are current as of ${new Date(Math.min(...times)).toISOString()}`);
  return 0;
}

async function eraseRows(index: SearchIndex, whose: string): Promise<number> {
  const before = await index.agents();
  // Also what is left of agents while whose rows were erased the program was ended.
  const erased = whose === 'all' ? before : before.filter(({ nrdsId }) => nrdsId === whose || isDisowned(nrdsId));
  if (erased.length === 0 && whose !== 'all') {
    console.log(`The index has no transactions of ${whose}`);
    return 1;
  }
  await index.erase(whose === 'all' ? whose : erased.map(({ nrdsId }) => nrdsId));
  console.log(`Erased ${erased.reduce((sum, { rows }) => sum + rows, 0)} transactions of ${agents(erased.length)}`);
  return 0;
}

const agents = (count: number): string => (count === 1 ? '1 agent' : `${count} agents`);

process.exitCode = await runWithSwitches(process.argv.slice(2), switches, usage, run);
