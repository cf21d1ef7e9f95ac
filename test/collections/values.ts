/**
 * Values for the variables of an operation: what is required, and what the rows below name besides. `{{name}}` is a variable of the
 * collection. A text without a row is an example; anything else needs a row.
 */
import {
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Field } from './operation.ts';

/** By the name of the field or argument, or by its type and name, which is then given though it is optional. */
const rows: Readonly<Record<string, unknown>> = {
  'Query.first': 5,
  'AccountKey.nrdsId': '{{agentNrdsId}}',
  'MemberKey.email': '{{memberEmail}}',
  'NewServiceProvider.agentName': 'Esther Example',
  'RegisterMemberInput.userName': '{{memberUserName}}',
  'RegisterMemberInput.passcodeReturn': true,
  // One for each time that a request is sent; a retry of the same write would repeat it.
  idempotencyKey: '{{$guid}}',
  company: 'Harbor Escrow (fictional)',
  companyAddress: '5 Bank Street, Sacramento CA',
  description: 'The passcode never arrives.',
  email: 'pat@members.example',
  fields: {},
  from: '2026-01-01',
  id: '{{transactionId}}',
  ids: '{{transactionId}}',
  name: '12 Harbor Street',
  phone: '555-0150',
  stateId: 'CA',
  streetAddress: '12 Harbor Street',
  title: 'Cannot sign in',
  to: '2026-12-31',
  token: '{{passcode}}',
  transactionId: '{{transactionId}}',
  url: 'https://mobile.example/',
  userName: '{{memberUserName}}',
};

/** Optional, and given wherever there is one. */
const always = new Set(['idempotencyKey']);

export function variablesFor({ args }: Field): Record<string, unknown> {
  const values = args.flatMap(({ name, type }) => {
    if (isNonNullType(type)) return [[name, sampleOf(name, type)] as const];
    return `Query.${name}` in rows ? [[name, rows[`Query.${name}`]] as const] : [];
  });
  return Object.fromEntries(values);
}

function sampleOf(name: string, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sampleOf(name, type.ofType);
  if (isListType(type)) return [sampleOf(name, type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) {
    if (name in rows) return rows[name];
    if (type.name === 'String') return `Example of ${name}`;
    throw new Error(`test/collections/values.ts has no value for ${name}: ${type}`);
  }
  const fields = Object.values(type.getFields());
  const isNamed = (field: GraphQLInputField) => `${type.name}.${field.name}` in rows;
  const isGiven = (field: GraphQLInputField) => isRequiredInputField(field) || isNamed(field) || always.has(field.name);
  const given = type.isOneOf ? [fields.find(isNamed) ?? fields[0]] : fields.filter(isGiven);
  return Object.fromEntries(
    given.flatMap((field) => {
      if (field === undefined) return [];
      const own = rows[`${type.name}.${field.name}`];
      return [[field.name, own ?? sampleOf(field.name, field.type)]];
    }),
  );
}
