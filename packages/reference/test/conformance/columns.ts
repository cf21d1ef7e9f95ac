/** The columns of every record of sections 2.2 to 2.4, 2.6 and 2.8, read from the specification's text. */
import { expandColumns, names, section, table, textAfter } from '../../../../test/support/spec-text.ts';

export const activeUserColumns = names(section('2.2'));

export const accountColumns = names(section('2.3'));

export const summaryColumns = names(textAfter('(returned in every transaction response): ', section('2.4')));

/** The record of addTrans and of lists in full detail. */
export const fullColumns = [
  ...summaryColumns,
  ...table(section('2.4')).flatMap(({ Fields = '' }) => expandColumns(Fields)),
];

/** The record of getTransById. */
export const recordColumns = fullColumns.filter((column) => column !== 'transId');

/** A file as listFiles returns it. */
export const fileColumns = names(section('2.6'));

/** A member as getMember returns it, and as verifyToken returns it. */
export const [memberColumns = [], verifiedMemberColumns = []] = table(section('2.8')).map(({ Fields = '' }) =>
  names(Fields),
);
