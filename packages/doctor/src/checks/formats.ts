/**
 * How values are written, judged by the records that other checks have read. The contract decides whether it can read a value. The report
 * never shows a value, only how many differ and how.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import { compileKinds, type KindName, UNREADABLE } from '@realty-forms/contract/columns/kinds.ts';
import { accountSets, activeUserSets } from '@realty-forms/contract/columns/records.ts';
import type { EpochUnit } from '@realty-forms/contract/times/instants.ts';
import { alike, assumed, type Finding, suits, uncovered, understood, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { isNone, type Survey, timeOf } from '../survey.ts';

interface Cell {
  readonly kind: KindName;
  readonly column: string;
  readonly raw: unknown;
}

const kindOf = new Map<string, KindName>(transactionFields.map(({ upstreamName, kind }) => [upstreamName, kind]));
const userColumns = [...activeUserSets, ...accountSets].flatMap(({ columns }) => columns.map(([suffix]) => suffix));
const knownColumns = new Set([...kindOf.keys(), ...userColumns]);

const cellsOf = (records: readonly FlatRecord[]): Cell[] =>
  records.flatMap((record) =>
    [...kindOf]
      .filter(([column]) => Object.hasOwn(record, column))
      .map(([column, kind]) => ({ column, kind, raw: record[column] })),
  );

/** The findings that need only the records. */
export function checkFormats(survey: Survey): Finding[] {
  const { records, users } = survey;
  const rows = [
    questions.dataTypes,
    questions.numbers,
    questions.padding,
    questions.blanks,
    questions.codes,
    questions.columns,
  ];
  if (records.length === 0) return rows.map((row) => unknown(row, 'no agent has a transaction'));
  const cells = cellsOf(records);
  const filled = cells.filter(({ kind, raw }) => !isNone(kind, raw));
  return [
    checkTypes(filled),
    checkNumbers(filled, survey),
    checkPadding([...users.map(({ agentNRDSID }) => agentNRDSID), ...records.map(({ transId }) => transId)]),
    checkBlanks(cells, records),
    checkCodes(filled, survey),
    checkColumns([...users, ...records]),
  ];
}

const isNumeric = ({ kind }: Cell) => kind === 'decimal' || kind === 'integer';
const isCode = ({ kind }: Cell) => kind === 'propertyType' || kind === 'transactionType' || kind === 'propertyStatus';

function checkTypes(cells: readonly Cell[]): Finding {
  const texts = cells.filter(({ kind }) => kind === 'text');
  const numbers = cells.filter(isNumeric);
  const unreadable = unreadableIn(texts, 'UTC', null);
  if (unreadable > 0)
    return uncovered(questions.dataTypes, `${unreadable} texts are neither text nor numbers, and read as null`);
  return alike(questions.dataTypes, [
    ...(texts.some(({ raw }) => typeof raw === 'number') ? ['numbers where text is expected'] : []),
    ...(numbers.some(({ raw }) => typeof raw === 'string') ? ['text where numbers are expected'] : []),
  ]);
}

function checkNumbers(cells: readonly Cell[], { timeZone, epoch }: Survey): Finding {
  const numbers = cells.filter(isNumeric);
  if (numbers.length === 0) return unknown(questions.numbers, 'no record has a number');
  const unreadable = unreadableIn(numbers, timeZone, epoch);
  return unreadable === 0
    ? assumed(questions.numbers)
    : uncovered(
        questions.numbers,
        `${unreadable} of ${numbers.length} numbers cannot be read, and are null with a warning`,
      );
}

function unreadableIn(cells: readonly Cell[], timeZone: string, epoch: EpochUnit | null): number {
  const kinds = compileKinds({ timeZone, epoch });
  return cells.filter(({ kind, raw }) => kinds[kind].parse(raw) === UNREADABLE).length;
}

function checkPadding(ids: readonly unknown[]): Finding {
  return alike(questions.padding, [
    ...(ids.some((id) => typeof id === 'string' && id !== id.trim()) ? ['white space around them'] : []),
    ...(ids.some((id) => typeof id === 'number') ? ['numbers'] : []),
  ]);
}

function checkBlanks(cells: readonly Cell[], records: readonly FlatRecord[]): Finding {
  const blanks = cells.filter(({ kind, raw }) => isNone(kind, raw));
  const absent = records.some((record) => [...kindOf.keys()].some((column) => !Object.hasOwn(record, column)));
  if (blanks.length === 0 && !absent) return unknown(questions.blanks, 'no record has a blank column');
  return alike(questions.blanks, [
    ...(blanks.some(({ raw }) => raw === null) ? ['null'] : []),
    ...(blanks.some(({ raw }) => typeof raw === 'string' && /^\s+$/.test(raw)) ? ['white space'] : []),
    ...(blanks.some(({ raw }) => typeof raw === 'string' && /\S/.test(raw)) ? ['words'] : []),
    ...(absent ? ['absent columns'] : []),
  ]);
}

function checkCodes(cells: readonly Cell[], { timeZone }: Survey): Finding {
  const codes = cells.filter(isCode);
  if (codes.length === 0) return unknown(questions.codes, 'no record has a code');
  const unreadable = unreadableIn(codes, timeZone, null);
  if (unreadable > 0)
    return uncovered(
      questions.codes,
      `${unreadable} of ${codes.length} codes are not in the specification, and are null with a warning`,
    );
  const texts = codes.map(({ raw }) => String(raw));
  return alike(questions.codes, [
    ...(texts.some((text) => text.trim().length > 1) ? ['labels'] : []),
    ...(texts.some((text) => /^\s*[a-z]\s*$/.test(text)) ? ['lowercase'] : []),
  ]);
}

function checkColumns(records: readonly FlatRecord[]): Finding {
  const unspecified = new Set(
    records.flatMap((record) => Object.keys(record)).filter((column) => !knownColumns.has(column)),
  );
  return unspecified.size === 0
    ? assumed(questions.columns, 'none')
    : understood(questions.columns, `${unspecified.size} columns that the specification does not have are ignored`);
}

/** Numbers before 1990 or after 2100 are in another unit. */
const EPOCH_RANGE = { from: Date.UTC(1990), to: Date.UTC(2100) };

/** Whether timestamps can be read, and the setting that they need. */
export function checkTimestamps(survey: Survey): Finding[] {
  const question = questions.timestamps;
  const raws = timestampsOf(survey.records);
  if (raws.length === 0) return [unknown(question, 'no record has a timestamp')];
  const readableWith = (epoch: EpochUnit | null) => raws.filter((raw) => timeOf(raw, { ...survey, epoch }) !== null);
  const plain = readableWith(null);
  if (plain.length === raws.length) return [suits(question, 'UPSTREAM_EPOCH', survey.epoch ?? 'off')];
  for (const epoch of ['seconds', 'milliseconds'] as const) {
    const times = readableWith(epoch).map((raw) => Date.parse(timeOf(raw, { ...survey, epoch }) ?? ''));
    if (times.length < raws.length || times.some((time) => time < EPOCH_RANGE.from || time > EPOCH_RANGE.to)) continue;
    survey.epoch = epoch;
    return [suits(question, 'UPSTREAM_EPOCH', epoch)];
  }
  const unreadable = raws.length - plain.length;
  return [
    uncovered(question, `${unreadable} of ${raws.length} timestamps cannot be read, and are null with a warning`),
  ];
}

export const timestampsOf = (records: readonly FlatRecord[]): unknown[] =>
  cellsOf(records).flatMap(({ kind, raw }) =>
    (kind === 'timestamp' || kind === 'date') && !isNone(kind, raw) ? [raw] : [],
  );
