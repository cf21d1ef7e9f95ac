import { test } from 'vitest';
import { notInstalled } from './binaries.ts';

test.skip(notInstalled, () => {});
