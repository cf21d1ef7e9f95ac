/**
 * Carries out the schema's access directives, and refuses to start where one is missing: every root field and every field
 * with a resolver of its own declares `@scope` or `@authenticated`, unless its resolver is marked as `local`, which says
 * that it only reads what is already there.
 */
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  isObjectType,
} from 'graphql';
import { GatewayFault } from '../gateway/fault.ts';
import { type Context, callerOf } from './context.ts';
import { followed, partsOf } from './followed.ts';

type Resolver = GraphQLFieldResolver<unknown, Context>;
type ResolverMap = Readonly<Record<string, object>>;

const locals = new WeakSet<object>();

/** Marks a resolver that makes no call and shows nothing that its parent does not hold. */
export function local<R extends object>(resolver: R): R {
  locals.add(resolver);
  return resolver;
}

export function hasScope(context: Context, scope: string): boolean {
  return callerOf(context).scopes.has(scope);
}

/** Throws FORBIDDEN where the caller's token lacks the scope. */
export function requireScope(context: Context, scope: string): void {
  if (hasScope(context, scope)) return;
  throw new GatewayFault('FORBIDDEN', `The token lacks the scope ${scope}`);
}

/**
 * Puts the checks in front of the resolvers. Throws where a field declares none. `resolvers` are those that the schema was
 * made with: the schema itself holds bound copies, which bear no mark.
 */
export function guardSchema(schema: GraphQLSchema, resolvers: ResolverMap): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const open: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const own: unknown = Reflect.get(resolvers[type.name] ?? {}, field.name);
      if (guardField(schema, field, own)) continue;
      // @serviceOnly narrows one of the other two; by itself it would be read as a check and do nothing.
      const isNarrowed = directive(schema, field, 'serviceOnly') !== undefined;
      if (isNarrowed || roots.includes(type) || callsOut(own)) open.push(coordinate(type, field));
    }
  }
  if (open.length > 0) throw new Error(`These fields declare neither @scope nor @authenticated: ${open.join(', ')}`);
  return schema;
}

function callsOut(resolver: unknown): boolean {
  return typeof resolver === 'function' && !locals.has(resolver);
}

function coordinate(type: GraphQLObjectType, field: GraphQLField<unknown, Context>): string {
  return `${type.name}.${field.name}`;
}

/** Whether the field declares a check; if so, the check now stands in front of its resolver. `own` is that as it was made. */
function guardField(schema: GraphQLSchema, field: GraphQLField<unknown, Context>, own: unknown): boolean {
  const scope = directive(schema, field, 'scope')?.requires as string | undefined;
  const isServiceOnly = directive(schema, field, 'serviceOnly') !== undefined;
  if (scope === undefined && directive(schema, field, 'authenticated') === undefined) return false;
  const guarded =
    (resolve: Resolver): Resolver =>
    (source, args, context, info) => {
      const caller = callerOf(context);
      if (isServiceOnly) context.gateway.access.service(caller);
      if (scope !== undefined) requireScope(context, scope);
      return resolve(source, args, context, info);
    };
  const parts = partsOf(own);
  field.resolve =
    parts === null ? guarded(field.resolve ?? defaultFieldResolver) : followed(guarded(parts.resolve), parts.follow);
  return true;
}

function directive(schema: GraphQLSchema, { astNode }: GraphQLField<unknown, Context>, name: string) {
  const definition = schema.getDirective(name);
  if (!definition || !astNode) return undefined;
  return getDirectiveValues(definition, astNode);
}
