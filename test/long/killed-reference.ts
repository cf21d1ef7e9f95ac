/** `npm run chaos -- reference [kills]`: kills the service 200 times under load, prints its counts, and fails on any loss. */

import { createFolder } from '../support/programs/script-resources.ts';
import { killReference } from '../support/upstreams/reference-chaos.ts';

const DEFAULT_KILLS = 200;
const REPORT_EVERY = 10;

const vendor = {
  id: 'vendor-client',
  secret: 'a secret: with %, + and é',
  vendorEmail: 'vendor@vendor.example',
  scopes: ['account.read', 'transactions.read', 'transactions.create'],
} as const;

export async function reference(kills = DEFAULT_KILLS): Promise<boolean> {
  const dataDir = createFolder('reference-chaos-');
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
    onKill: (progress) => {
      if (progress.kills % REPORT_EVERY === 0) console.log(`${progress.kills} kills`);
    },
  });
  console.log(JSON.stringify(counts, null, 2));
  console.log(clean ? 'nothing acknowledged was lost, and nothing was left behind' : 'LOST OR LEFT BEHIND');
  return clean;
}
