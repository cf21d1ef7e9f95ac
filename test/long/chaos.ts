/** `npm run chaos -- reference [kills]`: kills the service 200 times under load, prints its counts, and fails on any loss. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killReference } from '../support/reference-chaos.ts';

const DEFAULT_KILLS = 200;
const EVERY = 10;

const vendor = {
  id: 'vendor-client',
  secret: 'a secret: with %, + and é',
  vendorEmail: 'vendor@vendor.example',
  scopes: ['account.read', 'transactions.read', 'transactions.create'],
} as const;

async function reference(kills: number): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reference-chaos-'));
  try {
    const { clean, ...counts } = await killReference({
      kills,
      options: {
        host: '127.0.0.1',
        port: 0,
        dataDir,
        clients: [vendor],
        seed: { agents: 16, offices: 3, transactions: 60, seed: 1 },
        timeZone: 'UTC',
        logLevel: 'silent',
      },
      onKill: (so) => {
        if (so.kills % EVERY === 0) console.log(`${so.kills} kills`);
      },
    });
    console.log(JSON.stringify(counts, null, 2));
    console.log(clean ? 'nothing acknowledged was lost, nothing was left behind' : 'LOST OR LEFT BEHIND');
    return clean;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const trials: Readonly<Record<string, (kills: number) => Promise<boolean>>> = { reference };

const [name = '', kills = String(DEFAULT_KILLS)] = process.argv.slice(2);
const trial = Object.hasOwn(trials, name) ? trials[name] : undefined;
if (trial === undefined) {
  console.error(`which one? ${Object.keys(trials).join(', ')}`);
  process.exitCode = 2;
} else if (!(await trial(Number(kills)))) {
  process.exitCode = 1;
}
