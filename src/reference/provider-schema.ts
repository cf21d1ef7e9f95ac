/**
 * The JSON Schema of serviceproviders' data (4.9), which the service publishes and judges by: what 2.7 says of an entry, and
 * each type at most once. What an entry lacks is told apart from what it has and cannot have.
 */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { type ProviderKind, providerKinds } from '../contract/fields.ts';

export interface ProviderSchema {
  readonly document: Readonly<Record<string, unknown>>;
  readonly judge: (data: readonly unknown[]) => Verdict;
}

interface Verdict {
  /** The first field that is needed and absent or blank: `data[0].Company`. */
  readonly missing: string | null;
  /** The first value that cannot be there. */
  readonly unexpected: { readonly parameter: string; readonly reason: string } | null;
}

const filled = { type: 'string', pattern: '\\S' };
/** A blank one counts as absent. */
const given = { type: ['string', 'null'] };
const noAgent: readonly ProviderKind[] = providerKinds.filter(({ hasAgent }) => !hasAgent).map(({ kind }) => kind);

function describeProviders(types: readonly ProviderKind[]): ProviderSchema['document'] {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Service providers of a transaction',
    description:
      'The data field of /fsforms/serviceproviders. An entry replaces what the transaction has of its spType.',
    type: 'array',
    minItems: 1,
    items: { $ref: '#/$defs/entry' },
    allOf: types.map((type) => ({
      description: `${type} at most once`,
      contains: { type: 'object', properties: { spType: { const: type } }, required: ['spType'] },
      minContains: 0,
      maxContains: 1,
    })),
    $defs: {
      entry: {
        type: 'object',
        properties: {
          spType: { enum: types },
          Represents: { type: 'string', description: 'May be empty' },
          Company: filled,
          AgentName: given,
          CompanyAddress: filled,
          Email: filled,
          Phone: given,
          Fax: given,
        },
        required: ['spType', 'Represents', 'Company', 'CompanyAddress', 'Email'],
        additionalProperties: false,
        if: { properties: { spType: { enum: noAgent } }, required: ['spType'] },
        // The record of such a type has no column for an agent: a name would be lost.
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { AgentName: { pattern: '^\\s*$' } } },
        else: { properties: { AgentName: filled }, required: ['AgentName'] },
        oneOf: [
          { description: 'reached by phone', properties: { Phone: filled }, required: ['Phone'] },
          { description: 'reached by fax', properties: { Fax: filled }, required: ['Fax'] },
        ],
      },
    },
  };
}

export function createProviderSchema(types: readonly ProviderKind[]): ProviderSchema {
  const document = describeProviders(types);
  // `verbose` puts the refused value beside its error: whether it is blank decides between 400 and 411.
  const validate = new Ajv2020({ allErrors: true, verbose: true, strictTypes: false }).compile(document);
  return {
    document,
    judge(data) {
      // No longer list can hold each type once; this also bounds the work of finding every error.
      if (data.length > types.length) {
        const reason = `has ${data.length} entries, there are ${types.length} types`;
        return { missing: null, unexpected: { parameter: 'data', reason } };
      }
      validate(data);
      const findings = (validate.errors ?? []).filter(isOwn).sort(conditionsLast).map(read);
      const missing = findings.find(({ reason }) => reason === null)?.parameter ?? null;
      const unexpected = findings.find((finding) => finding.reason !== null) ?? null;
      return { missing, unexpected: unexpected as Verdict['unexpected'] };
    },
  };
}

/** Leaves out what only says that a part of a condition or of a choice was not met: the whole says it better. */
function isOwn({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== 'if' && !/\/(oneOf|contains)\/./.test(schemaPath);
}

/** Of several faults, those of AgentName, which hang on the type, and of Phone and Fax, which 2.7 names last, are told last. */
const conditionsLast = (a: ErrorObject, b: ErrorObject) => rank(a) - rank(b);
const rank = ({ keyword, schemaPath }: ErrorObject) =>
  keyword === 'oneOf' ? 2 : /\/(then|else)\//.test(schemaPath) ? 1 : 0;

interface Finding {
  readonly parameter: string;
  /** Null where something is missing. */
  readonly reason: string | null;
}

function read({ instancePath, keyword, params, data, message }: ErrorObject): Finding {
  const parameter = nameOf(instancePath);
  if (keyword === 'required') return { parameter: `${parameter}.${params['missingProperty']}`, reason: null };
  if (keyword === 'minItems') return { parameter, reason: null };
  if (keyword === 'oneOf' && (typeof data !== 'object' || Array.isArray(data)))
    return { parameter, reason: 'must be object' };
  if (keyword === 'oneOf') {
    const odd = ['Phone', 'Fax'].find((name) => isNoText(Reflect.get(data ?? {}, name)));
    // What is there and no text is not missing.
    if (odd !== undefined) return { parameter: `${parameter}.${odd}`, reason: 'must be string' };
    return params['passingSchemas'] === null
      ? { parameter: `${parameter}.Phone or ${parameter}.Fax`, reason: null }
      : { parameter, reason: 'has both Phone and Fax' };
  }
  if (keyword === 'contains') return { parameter, reason: 'has a spType twice' };
  if (keyword === 'additionalProperties') {
    return { parameter: `${parameter}.${params['additionalProperty']}`, reason: 'is not a field of an entry' };
  }
  const isBlank = data === null || (typeof data === 'string' && data.trim() === '');
  return { parameter, reason: isBlank ? null : (message ?? 'is not expected') };
}

function isNoText(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string';
}

/** `/0/Company` → `data[0].Company`. */
function nameOf(instancePath: string): string {
  return instancePath
    .split('/')
    .slice(1)
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : `${name}.${part}`), 'data');
}
