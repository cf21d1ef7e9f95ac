/**
 * The JSON Schema of serviceproviders' data (4.9), which the service both publishes and validates with: the rules of 2.7 for
 * an entry, and each type at most once. Missing fields are reported separately from values that must not be there.
 */

import { type ProviderKind, providerKinds } from '@realty-forms/contract/columns/fields.ts';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';

export interface ProviderSchema {
  readonly document: Readonly<Record<string, unknown>>;
  readonly check: (data: readonly unknown[]) => Promise<Checked>;
}

interface Checked {
  /** The first required field that is absent or blank: `data[0].Company`. */
  readonly missing: string | null;
  /** The first value that is not allowed. */
  readonly unexpected: Unexpected | null;
}

interface Missing {
  readonly kind: 'missing';
  readonly parameter: string;
}

interface Unexpected {
  readonly kind: 'unexpected';
  readonly parameter: string;
  readonly reason: string;
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
  const document = describeProviders(types);
  let compiled: Promise<ValidateFunction> | undefined;
  return {
    document,
    async check(data) {
      // A longer list must repeat a type; this check also bounds the work of collecting all errors.
      if (data.length > types.length) {
        const reason = `has ${data.length} entries, but there are only ${types.length} types`;
        return { missing: null, unexpected: unexpected('data', reason) };
      }
      compiled ??= compile(document);
      const validate = await compiled;
      validate(data);
      const findings = (validate.errors ?? []).filter(isRelevant).sort(byRank).map(toFinding);
      return {
        missing: findings.find((finding) => finding.kind === 'missing')?.parameter ?? null,
        unexpected: findings.find((finding) => finding.kind === 'unexpected') ?? null,
      };
    },
  };
}

/** Compiled for the first request that needs it: compiling takes longer than the rest of the service's start. */
async function compile(document: ProviderSchema['document']): Promise<ValidateFunction> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  // `verbose` adds the rejected value to its error: whether it is blank decides between 400 and 411.
  return new Ajv2020({ allErrors: true, verbose: true, strictTypes: false }).compile(document);
}

/** Drops errors about a branch of a condition or choice: the error of the whole is clearer. */
function isRelevant({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== 'if' && !/\/(oneOf|contains)\/./.test(schemaPath);
}

/** Errors of AgentName, which depend on the type, and of Phone and Fax, which 2.7 names last, are reported last. */
const byRank = (a: ErrorObject, b: ErrorObject) => rank(a) - rank(b);
const rank = ({ keyword, schemaPath }: ErrorObject) =>
  keyword === 'oneOf' ? 2 : /\/(then|else)\//.test(schemaPath) ? 1 : 0;

const missing = (parameter: string): Missing => ({ kind: 'missing', parameter });
const unexpected = (parameter: string, reason: string): Unexpected => ({ kind: 'unexpected', parameter, reason });

function toFinding({ instancePath, keyword, params, data, message }: ErrorObject): Missing | Unexpected {
  const parameter = nameOf(instancePath);
  if (keyword === 'required') return missing(`${parameter}.${params['missingProperty']}`);
  if (keyword === 'minItems') return missing(parameter);
  if (keyword === 'oneOf' && (typeof data !== 'object' || Array.isArray(data)))
    return unexpected(parameter, 'must be object');
  if (keyword === 'oneOf') {
    const nonText = ['Phone', 'Fax'].find((name) => isNonText(Reflect.get(data ?? {}, name)));
    // A value that is present but not text is unexpected, not missing.
    if (nonText !== undefined) return unexpected(`${parameter}.${nonText}`, 'must be string');
    return params['passingSchemas'] === null
      ? missing(`${parameter}.Phone or ${parameter}.Fax`)
      : unexpected(parameter, 'has both Phone and Fax');
  }
  if (keyword === 'contains') return unexpected(parameter, 'has the same spType twice');
  if (keyword === 'additionalProperties') {
    return unexpected(`${parameter}.${params['additionalProperty']}`, 'is not a field of an entry');
  }
  const isBlank = data === null || (typeof data === 'string' && data.trim() === '');
  return isBlank ? missing(parameter) : unexpected(parameter, message ?? 'is not expected');
}

function isNonText(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string';
}

/** `/0/Company` → `data[0].Company`. */
function nameOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : `${name}.${part}`), 'data');
}
