/** A thread that attacks, so that its own work delays neither the other caller's requests nor the measurement of them. */
import { parentPort, workerData } from 'node:worker_threads';
import { attacks, type Target } from './attacks.ts';

const { name, target } = workerData as { readonly name: string; readonly target: Target };
const ended = new AbortController();
parentPort?.once('message', () => ended.abort());
await attacks[name]?.run(target, ended.signal);
process.exit(0);
