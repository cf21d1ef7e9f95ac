/**
 * Reads upstream's flat records with the contract's codecs. A column that the contract does not know is counted each time
 * and logged once; what could not be read stays with the record, for whoever shows it.
 */
import { type Codec, compileCodec, type Decoded, type FlatRecord, type Unreadable } from '../contract/codec.ts';
import { type Group, transactionSets } from '../contract/fields.ts';
import { type MemberRecord, memberSets, type Notice, noticeSets } from '../contract/member-records.ts';
import {
  type AccountRecord,
  type ActiveUser,
  accountSets,
  activeUserSets,
  type FileRecord,
  fileSets,
  type TransactionRecord,
} from '../contract/records.ts';
import type { Row, Selection } from '../contract/selection.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

/** A record with what of it could not be read. */
export type AsRead<T> = T & { readonly unreadable: readonly Unreadable[] };

export interface Decode {
  /** What is wanted of the record, all of it without `wanted`. */
  readonly transaction: (flat: FlatRecord | Row, wanted?: ReadonlySet<Group> | Selection) => Decoded<TransactionRecord>;
  readonly activeUser: (flat: FlatRecord) => AsRead<ActiveUser>;
  readonly account: (flat: FlatRecord) => AsRead<AccountRecord>;
  /** A member, by the endpoint that gave it. */
  readonly member: (record: keyof typeof memberSets, flat: FlatRecord) => AsRead<MemberRecord>;
  readonly notice: (flat: FlatRecord) => AsRead<Notice>;
  readonly file: (flat: FlatRecord) => Decoded<FileRecord>;
}

export interface DecodeOptions {
  /** The zone of timestamps that carry no offset. */
  readonly timeZone: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** A hostile or broken upstream must not grow the set of metrics without end. */
const MAX_NAMED_COLUMNS = 100;

export function createDecode({ timeZone, log, metrics }: DecodeOptions): Decode {
  const named = new Set<string>();
  const tell = (record: string, column: string): void => {
    const key = `${record}.${column}`;
    const isNew = !named.has(key);
    if (isNew && named.size >= MAX_NAMED_COLUMNS) {
      metrics.unknownColumns.inc({ record, column: 'other' });
      return;
    }
    metrics.unknownColumns.inc({ record, column });
    named.add(key);
    if (isNew) log.warn({ record, column }, 'the POST API sent a column that the contract does not know');
  };
  const watch = <T>(record: string, codec: Codec<T>) => {
    return (flat: FlatRecord | Row, wanted?: ReadonlySet<Group> | Selection): Decoded<T> => {
      const unknown = codec.unknownColumns(flat);
      if (unknown.length > 0) for (const column of unknown) tell(record, column);
      return codec.decode(flat, wanted);
    };
  };
  const activeUser = watch('activeUser', compileCodec<ActiveUser>(activeUserSets, { timeZone }));
  const account = watch('account', compileCodec<AccountRecord>(accountSets, { timeZone }));
  const notice = watch('notice', compileCodec<Notice>(noticeSets, { timeZone }));
  const members = {
    getMember: watch('member', compileCodec<MemberRecord>(memberSets.getMember, { timeZone })),
    verifyToken: watch('verifiedMember', compileCodec<MemberRecord>(memberSets.verifyToken, { timeZone })),
  };
  return {
    transaction: watch('transaction', compileCodec<TransactionRecord>(transactionSets, { timeZone })),
    activeUser: (flat) => asRead(activeUser(flat)),
    account: (flat) => asRead(account(flat)),
    member: (record, flat) => asRead(members[record](flat)),
    notice: (flat) => asRead(notice(flat)),
    file: watch('file', compileCodec<FileRecord>(fileSets, { timeZone })),
  };
}

function asRead<T>({ record, unreadable }: Decoded<T>): AsRead<T> {
  return { ...record, unreadable };
}
