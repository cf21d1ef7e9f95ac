/**
 * The filters of 4.8 for a transaction with a few files, each with what it must find: by the ids and dates that the list
 * itself shows. The same filters are judged at listFiles and at downloadfiles.
 */
import type { Fields } from './answer.ts';
import { newTransaction, store } from './files.ts';
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

/** A transaction with three files. */
export async function transactionWithFiles(target: Target): Promise<string> {
  const transId = await newTransaction(target);
  for (const name of FILE_NAMES) await store(target, transId, name);
  return transId;
}

/** Filters of one key on these files: each value that they have. */
export function casesOf(key: FileFilterKey, files: readonly Fields[]): FileFilterCase[] {
  const [column = '', bound] = key.split('_');
  return files.flatMap((shown): FileFilterCase[] => {
    const value = shown[column];
    if (/ID$/.test(key)) return [{ filter: `${key}=<${value}>`, matches: (file) => file[column] === value }];
    const instant = (file: Fields) => instantOf(file[column]);
    if (bound === undefined) {
      return [
        { filter: `${key}=<${value}>`, matches: (file) => instant(file) === instant(shown) },
        { filter: `${key}=<${dayOf(value)}>`, matches: (file) => dayOf(file[column]) === dayOf(value) },
        { filter: `${key}=<1999-12-31>`, matches: () => false },
      ];
    }
    return [
      { filter: `${key}=<${value}>`, matches: (file) => instant(file) >= instant(shown) },
      { filter: `${key}=<1999-12-31>`, matches: () => true },
      { filter: `${key}=<2999-12-31>`, matches: () => false },
    ];
  });
}
