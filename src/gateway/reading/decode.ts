/**
 * Decodes upstream's flat records with the contract's codecs. A column that the contract does not know is counted each time and logged
 * once. The first time without an offset is logged if no zone is configured. Values that could not be read are listed with the record, for
 * the response's warnings.
 */
import {
  type Codec,
  compileCodec,
  type Decoded,
  type FlatRecord,
  type Unreadable,
} from '@realty-forms/contract/columns/codec.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import {
  type MemberRecord,
  memberSets,
  type Notice,
  noticeSets,
} from '@realty-forms/contract/columns/member-records.ts';
import {
  type AccountRecord,
  type ActiveUser,
  accountSets,
  activeUserSets,
  type FileRecord,
  fileSets,
  type TransactionRecord,
} from '@realty-forms/contract/columns/records.ts';
import type { SelectedRecord, Selection } from '@realty-forms/contract/columns/selection.ts';
import { timeZoneOf } from '@realty-forms/contract/times/time-zone.ts';
import type { Parts } from '../parts.ts';

/** A record, with the values in it that could not be read. */
export type WithUnreadable<T> = T & { readonly unreadable: readonly Unreadable[] };

export type Decode = Readonly<ReturnType<typeof createDecode>>;

export interface DecodeOptions extends Omit<KindOptions, 'onLocalTime'>, Pick<Parts, 'log' | 'metrics'> {}

/** Limits the metric series that a hostile or broken upstream can create; further columns count as `other`. */
const MAX_NAMED_COLUMNS = 100;
const OTHER = 'other';
/** The default of UPSTREAM_TIME_ZONE, which the public documentation suggests (2). */
const ASSUMED_ZONE = 'America/New_York';

export function createDecode({ log, metrics, ...options }: DecodeOptions) {
  let isWarned = options.timeZone !== ASSUMED_ZONE;
  const onLocalTime = (): void => {
    if (isWarned) return;
    isWarned = true;
    log.info(
      'the POST API sends times without an offset, which are read as US Eastern time: if the service is elsewhere, set UPSTREAM_TIME_ZONE',
    );
  };
  const kinds = isWarned ? options : { ...options, onLocalTime };
  let named = 0;
  const reporting = <T>(record: string, codec: Codec<T>) => {
    const columns = new Set<string>();
    const report = (column: string): void => {
      if (!columns.has(column) && named < MAX_NAMED_COLUMNS) {
        columns.add(column);
        named += 1;
        log.warn({ record, column }, 'the POST API sent an unknown column');
      }
      metrics.unknownColumns.inc({ record, column: columns.has(column) ? column : OTHER });
    };
    return (flat: FlatRecord | SelectedRecord, selection?: Selection): Decoded<T> => {
      codec.unknownColumns(flat).forEach(report);
      return codec.decode(flat, selection);
    };
  };
  const transaction = reporting('transaction', compileCodec<TransactionRecord>(transactionSets, kinds));
  const activeUser = reporting('activeUser', compileCodec<ActiveUser>(activeUserSets, kinds));
  const account = reporting('account', compileCodec<AccountRecord>(accountSets, kinds));
  const notice = reporting('notice', compileCodec<Notice>(noticeSets, kinds));
  const members = {
    getMember: reporting('member', compileCodec<MemberRecord>(memberSets.getMember, kinds)),
    verifyToken: reporting('verifiedMember', compileCodec<MemberRecord>(memberSets.verifyToken, kinds)),
  };
  const file = reporting('file', compileCodec<FileRecord>(fileSets, kinds));
  return {
    /** The zone of times without an offset. */
    timeZone: timeZoneOf(options.timeZone),
    /** Decodes the selected columns; without `selection`, the whole record. */
    transaction: (flat: FlatRecord | SelectedRecord, selection?: Selection) =>
      withTrimmed('transId', transaction(flat, selection)),
    activeUser: (flat: FlatRecord | SelectedRecord, selection?: Selection) =>
      withUnreadable(withTrimmed('nrdsId', activeUser(flat, selection))),
    account: (flat: FlatRecord, selection?: Selection) =>
      withUnreadable(withTrimmed('accountId', account(flat, selection))),
    /** Decodes a member, as the named endpoint returns it. */
    member: (record: keyof typeof memberSets, flat: FlatRecord, selection?: Selection) =>
      withUnreadable(members[record](flat, selection)),
    notice: (flat: FlatRecord) => withUnreadable(notice(flat)),
    file: (flat: FlatRecord | SelectedRecord, selection?: Selection) =>
      withTrimmed('fileId', withTrimmed('folderId', file(flat, selection))),
  };
}

/** Trims a number that is compared with other numbers: a column of fixed width may be padded. */
function withTrimmed<K extends string, T extends { [key in K]?: string | null }>(
  key: K,
  decoded: Decoded<T>,
): Decoded<T> {
  const { record } = decoded;
  const number = record[key];
  const trimmed = number?.trim() ?? null;
  if (trimmed !== null && trimmed !== number) Object.assign(record, { [key]: trimmed });
  return decoded;
}

function withUnreadable<T>({ record, unreadable }: Decoded<T>): WithUnreadable<T> {
  return { ...record, unreadable };
}
