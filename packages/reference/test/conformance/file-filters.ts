/**
 * Filters of 4.8 for a transaction with a few files, each with its expected matches, built from the ids and dates that the
 * list itself shows. The same filters are checked at listFiles and at downloadfiles.
 */
import { pdf } from '../../../../test/support/sample-files.ts';
import { assertSuccess, type Fields } from './assertions.ts';
import { newTransaction } from './creation.ts';
import { uploadForm } from './files.ts';
import type { Target } from './target.ts';
import { dayOf, instantOf } from './value.ts';

export interface FileFilterCase {
  readonly filter: string;
  readonly matches: (file: Fields) => boolean;
}

export const fileFilterKeys = [
  'fileFolderID',
  'fileID',
  'insertDate',
  'lastUpdateDate',
  'insertDate_min',
  'lastUpdateDate_since',
] as const;

export type FileFilterKey = (typeof fileFilterKeys)[number];

export const FILE_NAMES = ['one.pdf', 'two.pdf', 'three.pdf'] as const;

/** Creates a transaction with three files, the last one of another sender, and so in another folder. */
export async function newTransactionWithFiles(target: Target): Promise<string> {
  const transId = await newTransaction(target);
  for (const name of FILE_NAMES) {
    const sender = name === FILE_NAMES[2] ? { sender: 'Another Company' } : {};
    assertSuccess(await uploadForm(target, transId, { name, content: pdf(name) }, sender));
  }
  return transId;
}

const shared = new WeakMap<Target, Promise<string>>();

/** Such a transaction, created once for all rules that only read. */
export function transactionWithFiles(target: Target): Promise<string> {
  const made = shared.get(target) ?? newTransactionWithFiles(target);
  shared.set(target, made);
  return made;
}

/** Filters with one key on these files, one or more for each of their values. */
export function casesOf(key: FileFilterKey, files: readonly Fields[]): FileFilterCase[] {
  const [column = '', bound] = key.split('_');
  return files.flatMap((candidate): FileFilterCase[] => {
    const value = candidate[column];
    if (/ID$/.test(key)) return [{ filter: `${key}=<${value}>`, matches: (file) => file[column] === value }];
    const instant = (file: Fields) => instantOf(file[column]);
    if (bound === undefined) {
      return [
        { filter: `${key}=<${value}>`, matches: (file) => instant(file) === instant(candidate) },
        { filter: `${key}=<${dayOf(value)}>`, matches: (file) => dayOf(file[column]) === dayOf(value) },
        { filter: `${key}=<1999-12-31>`, matches: () => false },
      ];
    }
    return [
      { filter: `${key}=<${value}>`, matches: (file) => instant(file) >= instant(candidate) },
      { filter: `${key}=<1999-12-31>`, matches: () => true },
      { filter: `${key}=<2999-12-31>`, matches: () => false },
    ];
  });
}
