/** Sealing keys that are the same in every run. */
import { Buffer } from 'node:buffer';
import type { SealKey } from '../../../src/gateway/ids/seal.ts';

export const sealKey = (id: number): SealKey => ({ id, secret: Buffer.alloc(32, id) });
