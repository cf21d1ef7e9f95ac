/**
 * The JSON Schema of serviceproviders' data (4.9), which the service publishes, and its own check of the same rules: those of 2.7 for an
 * entry, and each type at most once. The check distinguishes fields that are missing from values that must not be there.
 */

import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { providerEntryColumns } from '@realty-forms/contract/calls/provider-requests.ts';
import { type ProviderKind, providerKinds } from '@realty-forms/contract/columns/fields.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';

export interface ProviderSchema {
  readonly document: Readonly<Record<string, unknown>>;
  readonly check: (data: readonly unknown[]) => Checked;
}

interface Checked {
  /** The required fields that are absent or blank: `data[0].Company`. */
  readonly missing: readonly string[];
  /** The values that are not allowed, each with the reason. */
  readonly unexpected: readonly (readonly [parameter: string, reason: string])[];
}

const nonBlankText = { type: 'string', pattern: '\\S' };
/** An optional field: a blank value counts as absent. */
const optionalText = { type: ['string', 'null'] };
export const allKinds: readonly ProviderKind[] = providerKinds.map(({ kind }) => kind);
const kindsWithoutAgent: readonly ProviderKind[] = providerKinds
  .filter(({ hasAgent }) => !hasAgent)
  .map(({ kind }) => kind);

function describeProviders(types: readonly ProviderKind[]): ProviderSchema['document'] {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Service providers of a transaction',
    description:
      'The data field of /fsforms/serviceproviders. An entry replaces the one that the transaction has for its spType.',
    type: 'array',
    minItems: 1,
    items: { $ref: '#/$defs/entry' },
    allOf: types.map((type) => ({
      description: `${type} at most once`,
      contains: { type: 'object', properties: { spType: { const: type } }, required: ['spType'] },
      minContains: 0,
      maxContains: 1,
    })),
    $defs: { entry: entrySchema(types) },
  };
}

/** An entry of one of these types (2.7). */
export function entrySchema(types: readonly ProviderKind[]) {
  return {
    type: 'object',
    properties: {
      spType: { enum: types },
      Represents: { type: 'string', description: 'May be empty' },
      Company: nonBlankText,
      AgentName: optionalText,
      CompanyAddress: nonBlankText,
      Email: nonBlankText,
      Phone: optionalText,
      Fax: optionalText,
    },
    required: ['spType', 'Represents', 'Company', 'CompanyAddress', 'Email'],
    additionalProperties: false,
    if: { properties: { spType: { enum: kindsWithoutAgent } }, required: ['spType'] },
    // The record of such a type has no column for an agent, so a name would be lost.
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { AgentName: { pattern: '^\\s*$' } } },
    else: { properties: { AgentName: nonBlankText }, required: ['AgentName'] },
    oneOf: [
      { description: 'reached by phone', properties: { Phone: nonBlankText }, required: ['Phone'] },
      { description: 'reached by fax', properties: { Fax: nonBlankText }, required: ['Fax'] },
    ],
  } as const;
}

export function createProviderSchema(types: readonly ProviderKind[]): ProviderSchema {
  return { document: describeProviders(types), check: (data) => checkEntries(data, types) };
}

function checkEntries(data: readonly unknown[], types: readonly string[]): Checked {
  const missing: string[] = [];
  const unexpected: [string, string][] = [];
  const seen = new Set<unknown>();
  if (data.length === 0) missing.push('data');
  for (const [index, entry] of data.entries()) {
    const at = `data[${index}]`;
    if (!isJsonObject(entry)) {
      unexpected.push([at, 'must be object']);
      continue;
    }
    const { spType, Represents, AgentName, Phone, Fax } = entry;
    const hasAgent = !kindsWithoutAgent.some((kind) => kind === spType);
    if (isBlank(spType)) missing.push(`${at}.spType`);
    else if (!types.includes(String(spType))) unexpected.push([`${at}.spType`, `must be one of ${types.join(', ')}`]);
    else if (seen.has(spType)) unexpected.push(['data', 'has the same spType twice']);
    seen.add(spType);
    if (Represents === undefined || Represents === null) missing.push(`${at}.Represents`);
    for (const name of ['Company', ...(hasAgent ? ['AgentName'] : []), 'CompanyAddress', 'Email'])
      if (isBlank(entry[name])) missing.push(`${at}.${name}`);
    if (!hasAgent && !isBlank(AgentName)) unexpected.push([`${at}.AgentName`, `has no column for ${spType}`]);
    if (isBlank(Phone) && isBlank(Fax)) missing.push(`${at}.Phone or ${at}.Fax`);
    for (const [name, value] of Object.entries(entry)) {
      if (!fields.has(name)) unexpected.push([`${at}.${name}`, 'is not a field of an entry']);
      else if (value !== null && typeof value !== 'string') unexpected.push([`${at}.${name}`, 'must be string']);
    }
    if (!isBlank(Phone) && !isBlank(Fax)) unexpected.push([at, 'has both Phone and Fax']);
  }
  return { missing, unexpected };
}

const fields: ReadonlySet<string> = new Set(['spType', ...providerEntryColumns.map(({ field }) => field)]);
