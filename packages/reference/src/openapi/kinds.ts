/**
 * The kinds of values as schemas (2, 2.5, 3). The specification shows no data types, so these describe what this service
 * writes. Blank is the empty string in every kind except the codes, which are never blank.
 */
import { type CodeTableName, codeTables } from '@realty-forms/contract/columns/codes.ts';
import type { KindName } from '@realty-forms/contract/columns/kinds.ts';
import { type Schema, schemaRef } from './schema.ts';

const componentOf: Readonly<Record<KindName, string>> = {
  text: 'Text',
  decimal: 'Decimal',
  integer: 'Integer',
  timestamp: 'Timestamp',
  date: 'Timestamp',
  json: 'Text',
  propertyType: 'PropertyType',
  transactionType: 'TransactionType',
  propertyStatus: 'PropertyStatus',
};

export const kindRef = (kind: KindName): Schema => schemaRef(componentOf[kind]);

const DATE = String.raw`\d{4}-\d{2}-\d{2}`;

export const kindSchemas: Readonly<Record<string, Schema>> = {
  Text: { type: 'string', description: 'Text; empty if there is none.' },
  Decimal: {
    description: 'An exact decimal: a number, or text where a number would lose digits; empty if there is none.',
    anyOf: [{ type: 'number' }, { type: 'string', pattern: String.raw`^$|^-?\d+(\.\d+)?$` }],
    examples: [425000, '0.10', ''],
  },
  Integer: {
    description: 'A whole number; empty text if there is none.',
    anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^$' }],
    examples: [1987, ''],
  },
  Timestamp: {
    type: 'string',
    description: 'ISO 8601 (an assumption, section 2): a date, or a date and time with offset; empty if there is none.',
    pattern: `^$|^${DATE}(T${String.raw`\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})`})?$`,
    examples: ['2026-03-01', '2026-03-01T09:30:00.000Z'],
  },
  PropertyType: codes('propertyType', 'Property type (2.5)'),
  TransactionType: codes('transactionType', 'Transaction type (2.5)'),
  PropertyStatus: codes('propertyStatus', 'Property status (section 3)'),
};

function codes(table: CodeTableName, title: string): Schema {
  const rows = codeTables[table];
  return {
    type: 'string',
    description: `${title}. ${describeCodes(table)}`,
    enum: rows.map(({ code }) => code),
    examples: rows.slice(0, 1).map(({ code }) => code),
  };
}

/** The table in one line: `C` Commercial, … */
export function describeCodes(table: CodeTableName): string {
  return `${codeTables[table].map(({ code, label }) => `\`${code}\` ${label}`).join(', ')}.`;
}
