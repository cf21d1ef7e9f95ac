/**
 * What an endpoint's file says about it, in addition to the contract's row (section 4): how it is handled and, for the document, a
 * description in our words, its fields with limits, codes and an example that works with the seeded data, and its response. An undescribed
 * field is a compile error.
 */
import { type EndpointName, type endpoints, limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { FilterKey } from '@realty-forms/contract/calls/filter.ts';
import type { Handler } from '../service.ts';
import { describeCodes } from './kinds.ts';
import type { Schema } from './schema.ts';

export const tags = {
  oauth: 'Access tokens (4.1, 5).',
  accounts: 'Agents that have enabled the integration (4.2, 4.3).',
  transactions: 'Transactions: listed, read, created (4.4 to 4.6).',
  files: 'Files of a transaction: uploaded, listed, downloaded (4.7, 4.8, 4.10).',
  providers: 'Service providers of a transaction (4.9).',
  mobile: 'Members of the mobile application (4.11 to 4.16).',
} as const;

interface Described<Field extends PropertyKey> {
  readonly tag: keyof typeof tags;
  /** For the list of endpoints. */
  readonly summary: string;
  /** What callers should know. */
  readonly description: string;
  readonly fields: (examples: Examples) => Readonly<Record<Field, Schema>>;
  /** The body of a success in its wrapper (2.1). */
  readonly response: Schema;
  /** Undefined for tokens, which have their own route. */
  readonly handle?: Handler;
}

type Endpoints = typeof endpoints;
export type DescribedEndpoints = {
  readonly [E in EndpointName]: Described<Exclude<keyof Endpoints[E]['request'], CommonField>>;
};

/** Values that the examples use. */
export interface Examples {
  /** A client; its secret is undefined if it may not be shown. */
  readonly client: { readonly id: string; readonly secret: string | undefined };
  /** The vendor e-mail of the client that the examples are for. */
  readonly userId: string;
  readonly agentNRDSID: string;
  /** The agent's e-mail. */
  readonly emailId: string;
  /** One of the agent's transactions. */
  readonly transId: string;
  /** A member of the mobile application; no other member has this e-mail. */
  readonly member: { readonly userName: string; readonly email: string };
  /** A URL that registration links may lead to. */
  readonly mobileUrl: string;
}

export const text = (description: string, ...examples: string[]): Schema => ({
  description,
  ...(examples.length === 0 ? {} : { examples }),
});

type CommonField = 'userId' | 'transId' | 'batch_size' | 'batch_no';

/** The fields that mean the same wherever they occur. */
export const commonFields = ({ userId, transId }: Examples): Readonly<Record<CommonField, Schema>> => ({
  userId: text("The vendor's own e-mail identity (1); that of another vendor is rejected with 401.", userId),
  transId: text('Identifier of the transaction, as returned by addTrans and in full lists.', transId),
  batch_size: {
    description: `Records per batch: ${limits.batchSize.default} by default, at most ${limits.batchSize.max} (8).`,
    minimum: 1,
    maximum: limits.batchSize.max,
    default: limits.batchSize.default,
    examples: [5],
  },
  batch_no: {
    description: 'Number of the batch, from 1. A batch past the end is empty.',
    minimum: 1,
    default: limits.batchNo.default,
    examples: [1],
  },
});

/** The notation of a filter (4.4, 4.8), and one line for each key of the contract's table. */
export function filterText(keys: Readonly<Record<string, FilterKey>>): string {
  const notation =
    'Format: `key=<value>`, multiple keys separated by commas, with or without a space, each key at most once. All of them must match.';
  return [notation, '', ...Object.entries(keys).map(([key, row]) => `- \`${key}\`: ${meaning(key, row)}`)].join('\n');
}

function meaning(key: string, { value, required, table }: FilterKey): string {
  if (value === 'text') return required ? 'required; matches exactly.' : 'matches the whole text.';
  if (value === 'range') return 'two timestamps as `<from - to>`, both ends included.';
  if (table !== undefined) return `one or more codes, separated by \`|\`: ${describeCodes(table)}`;
  return /_(?:min|since)$/.test(key)
    ? 'a timestamp; matches it and anything later.'
    : 'a timestamp; a date matches its whole day.';
}
