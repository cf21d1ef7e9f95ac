/** Requests just within the query limits: the most expensive ones that no limit rejects. */
import { getIntrospectionQuery } from 'graphql';
import type { HostileRequest } from '../test/support/hostile/hostile-queries.ts';

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join(' ');

const viewer = (selections: string, fragments = '') => `{ viewer { ${selections} } } ${fragments}`;

/** Selects `type` through up to three levels of list and non-null wrappers, down to the named type. */
const types = (inner: string) => `type { ${inner} ofType { ${inner} ofType { ${inner} ofType { ${inner} } } } }`;

const inputText = `name description defaultValue ${types('kind name description')}`;
const fieldText = `name description isDeprecated deprecationReason args { ${inputText} }`;

export const expensiveRequests: readonly Omit<HostileRequest, 'refusal'>[] = [
  { name: 'GraphiQL’s query for the schema', query: getIntrospectionQuery() },
  {
    name: 'the schema’s fields of fields, with all details',
    query: `{ __schema { types { fields { ${types(`fields { ${fieldText} ${types('kind name description')} }`)} } } } }`,
  },
  { name: '18 fields, 50 times each', query: viewer(times(18, (n) => times(50, () => `f${n}`))) },
  {
    name: '50 fragments on one field, each compared with all that follow',
    query: viewer(
      times(49, (n) => `...F${n}`),
      `${times(49, (n) => `fragment F${n} on Viewer { role scopes ...F${n + 1} }`)} fragment F49 on Viewer { nrdsIds }`,
    ),
  },
  {
    name: 'nested fragments, almost 5,000 selections',
    query: viewer(
      '...F0',
      `${times(9, (n) => `fragment F${n} on Viewer { x${n}: role ...F${n + 1} ...F${n + 1} }`)} fragment F9 on Viewer { __typename }`,
    ),
  },
  { name: '900 unknown fields', query: viewer(times(900, (n) => `rol${n}`)) },
  {
    name: '20 lists of 240 unknown keys in a variable',
    query: 'query ($ids: [TransactionKey!]!) { nodes(ids: $ids) { id } }',
    variables: {
      ids: Array.from({ length: 20 }, () =>
        Object.fromEntries(Array.from({ length: 240 }, (_, n) => [`trans${n}`, 1])),
      ),
    },
  },
];
