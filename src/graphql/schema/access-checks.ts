/**
 * Enforces the schema's access directives, and fails at startup if one is missing. Every root field and every field with its own resolver
 * must declare `@scope` or `@authenticated`, unless its resolver is marked `local`, because it only reads what its parent already holds, or
 * `open`.
 */
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema } from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import { type Context, callerOf } from '../context.ts';
import { directiveValues, fieldsOf } from './fields.ts';

type ResolverMap = Readonly<Record<string, object>>;

const localResolvers = new WeakSet<object>();
const openResolvers = new WeakSet<object>();

/** Marks a resolver that makes no calls and exposes nothing that its parent does not hold. */
export function local<R extends object>(resolver: R): R {
  localResolvers.add(resolver);
  return resolver;
}

/** Marks the resolver of a root field that makes no calls and decides itself who may select it. */
export function open<R extends object>(resolver: R): R {
  openResolvers.add(resolver);
  return resolver;
}

export function hasScope(context: Context, scope: string): boolean {
  return callerOf(context).scopes.has(scope);
}

/** Throws FORBIDDEN if the caller's token lacks the scope. */
export function requireScope(context: Context, scope: string): void {
  if (hasScope(context, scope)) return;
  throw new GatewayFault('FORBIDDEN', `The token lacks the scope ${scope}`);
}

/**
 * Wraps the resolvers in their checks. Throws if a field declares none. `resolvers` must be those from which the schema was made: the
 * schema itself holds bound copies, which lack the `local` mark.
 */
export function addAccessChecks(schema: GraphQLSchema, resolvers: ResolverMap): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const unchecked: string[] = [];
  for (const { type, field } of fieldsOf(schema)) {
    if (addAccessCheck(schema, field)) continue;
    const resolver: unknown = Reflect.get(resolvers[type.name] ?? {}, field.name);
    if (typeof resolver === 'function' && openResolvers.has(resolver)) continue;
    const isRemote = typeof resolver === 'function' && !localResolvers.has(resolver);
    // @serviceOnly only narrows one of the other two; alone, it would look like a check and do nothing.
    const isNarrowed = directiveValues(schema, field, 'serviceOnly') !== undefined;
    if (isNarrowed || roots.includes(type) || isRemote) unchecked.push(`${type.name}.${field.name}`);
  }
  if (unchecked.length > 0)
    throw new Error(`These fields declare neither @scope nor @authenticated: ${unchecked.join(', ')}`);
  return schema;
}

/** Wraps the field's resolver in the check that the field declares; returns false if it declares none. */
function addAccessCheck(schema: GraphQLSchema, field: GraphQLField<unknown, Context>): boolean {
  const scope = directiveValues(schema, field, 'scope')?.requires as string | undefined;
  const isServiceOnly = directiveValues(schema, field, 'serviceOnly') !== undefined;
  if (scope === undefined && directiveValues(schema, field, 'authenticated') === undefined) return false;
  const { resolve = defaultFieldResolver, subscribe } = field;
  const check = (context: Context): void => {
    const caller = callerOf(context);
    if (isServiceOnly) context.gateway.access.service(caller);
    if (scope !== undefined) requireScope(context, scope);
  };
  field.resolve = (source, args, context, info) => {
    check(context);
    return resolve(source, args, context, info);
  };
  // The source of a subscription would start before any field is resolved.
  if (subscribe !== undefined) {
    field.subscribe = (source, args, context, info) => {
      check(context);
      return subscribe(source, args, context, info);
    };
  }
  return true;
}
