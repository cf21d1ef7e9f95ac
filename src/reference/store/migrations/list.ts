/** The schema versions in order. A released version is never changed: later changes are a new version. */
import { accountsAndTransactions } from './0001-accounts-and-transactions.ts';
import { files } from './0002-files.ts';
import { members } from './0003-members.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [accountsAndTransactions, files, members];
