/**
 * A reference that another graph sends instead of an object: the object's type and one of its keys. It is untrusted input: only own
 * properties are read, and messages repeat nothing of it.
 */
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { badInput, type GatewayFault } from '../../gateway/fault.ts';

/** The keys by which objects of each type are found, and how. */
export type Finders<Find> = ReadonlyMap<string, ReadonlyMap<string, Find>>;

interface Reference<Find> {
  readonly find: Find;
  readonly key: string;
}

/** `at` is the representation's place in its list. */
export function readRepresentation<Find>(
  value: unknown,
  finders: Finders<Find>,
  at: number,
): Reference<Find> | GatewayFault {
  const unusable = (problem: string) => badInput(`representations.${at}`, problem);
  const type = isJsonObject(value) && Object.hasOwn(value, '__typename') ? value['__typename'] : undefined;
  const byKey = typeof type === 'string' ? finders.get(type) : undefined;
  if (!isJsonObject(value) || byKey === undefined)
    return unusable(`must be an object whose __typename is one of ${[...finders.keys()].join(', ')}`);
  const fields = Object.keys(value).filter((name) => name !== '__typename');
  const [field = '', ...others] = fields;
  const find = byKey.get(field);
  const key = find === undefined ? undefined : value[field];
  if (find === undefined || typeof key !== 'string' || others.length > 0)
    return unusable(`beside __typename, must have exactly one of ${[...byKey.keys()].join(', ')}, as a string`);
  return { find, key };
}
