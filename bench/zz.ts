import { startGateway, startUpstream, tokensOf } from './comparison.ts';
import { createMeasure, warmUp } from './rounds.ts';
import { works } from './works.ts';
import { readdirSync, readFileSync } from 'node:fs';
const name = process.argv[2] ?? 'W0';
const upstream = await startUpstream();
const gateway = await startGateway(upstream.url, process.argv.slice(3));
const tck = 10_000;
const threads = () => Object.fromEntries(readdirSync(`/proc/${gateway.pid}/task`).map((t) => { const s = readFileSync(`/proc/${gateway.pid}/task/${t}/stat`,'utf8').split(') ')[1].split(' '); return [t, [Number(s[11]), Number(s[12])]]; }));
const cpu = (pid) => { const s = readFileSync(`/proc/${pid}/stat`,'utf8').split(') ')[1].split(' '); return (Number(s[11])+Number(s[12]))*tck; };
const work = works.find((w) => w.name === name);
const tokens = await tokensOf(work.caller, 32);
const measure = createMeasure(upstream, cpu, () => tokens);
const amount = await warmUp(measure, gateway, work, 3);
for (let i = 0; i < 3; i++) {
  const a = threads();
  const m = await measure(gateway, work, amount);
  const b = threads();
  console.log(name, m.cpuMicros.toFixed(1), 'rps', m.perSecond.toFixed(0));
  for (const [t, [u, s]] of Object.entries(b)) { const [u0, s0] = a[t] ?? [0, 0]; if (u - u0 + s - s0 > 1) console.log('  thread', t === String(gateway.pid) ? 'main' : t, 'user', ((u-u0)*tck/amount).toFixed(1), 'sys', ((s-s0)*tck/amount).toFixed(1)); }
}
if (process.argv.includes('--trace-gc')) {
  const out = readFileSync(`/proc/${gateway.pid}/fd/1`, 'utf8').split('\n').filter((l) => /Scavenge|Mark-/.test(l));
  console.log(out.length, out.slice(-12).join('\n'));
}
await gateway.stop(); await upstream.stop();
process.exit(0);
