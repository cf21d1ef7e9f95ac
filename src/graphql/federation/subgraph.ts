/**
 * The graph as a subgraph of a supergraph: the operator's options, the router's token, and the SDL. The SDL is derived from the graph's own
 * by rules that the composition libraries dictate. It has keys. It lacks the graph's own directives, some of whose names mean something
 * else to the libraries, and the fields that only one graph can have.
 */
import type { IncomingMessage } from 'node:http';
import { isSameToken } from '@realty-forms/platform/web/bearer.ts';
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { readSdl } from '../schema/sdl.ts';

/** The types that have keys, with the single field of each key. */
const entityKeys = {
  Transaction: ['id', 'transId'],
  Account: ['id', 'nrdsId'],
  TransactionFile: ['id'],
} as const;

export type EntityName = keyof typeof entityKeys;

/** Options of the subgraph's SDL. */
export interface SubgraphOptions {
  /** Whether services may refer to a transaction by its bare number. Other graphs can add fields by it in any case. */
  readonly resolvesTransId: boolean;
  /** Whether it keeps `node`, `nodes` and `viewer`, which only one graph of a supergraph can have. */
  readonly keepsNode: boolean;
  /** Whether it has `@requiresScopes`, for the router. */
  readonly hasRequiredScopes: boolean;
}

export interface Federation extends SubgraphOptions {
  /** The token that routers present; if undefined, any caller may do what a router does. */
  readonly token: string | undefined;
  /** Whether any caller may read the schema. */
  readonly isSchemaOpen: boolean;
}

const ROUTER_TOKEN_HEADER = 'x-federation-token';

export type IsRouter = (request: IncomingMessage) => boolean;

/**
 * Recognizes the supergraph's router by the token that it sends in addition to its client's own. Without a token in the settings, no
 * request counts as the router's.
 */
export function createRouterCheck(token: string | undefined): IsRouter {
  if (token === undefined) return () => false;
  return ({ headers }) => {
    const presented = headers[ROUTER_TOKEN_HEADER];
    return typeof presented === 'string' && isSameToken(presented, token);
  };
}

/** No library composes two graphs that have these fields; under other names, the graph would not be a Relay graph. */
const relayFields: ReadonlySet<string> = new Set(['node', 'nodes', 'viewer']);
const roots = ['Query', 'Mutation', 'Subscription'];
const keys: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(entityKeys));

/** Applies every transformation to the given SDL, by default the current one. */
export function printSubgraph(options: SubgraphOptions, text?: string): string {
  const sdl = text === undefined ? readSdl() : parse(text, { noLocation: true });
  const own = new Set(
    sdl.definitions.flatMap((each) => (each.kind === Kind.DIRECTIVE_DEFINITION ? [each.name.value] : [])),
  );
  const document = visit(sdl, {
    [Kind.DIRECTIVE_DEFINITION]: () => null,
    [Kind.FIELD_DEFINITION]: (field) => (options.hasRequiredScopes ? withRequiredScopes(field) : undefined),
    [Kind.DIRECTIVE]: ({ name }) => (own.has(name.value) ? null : undefined),
    [Kind.OBJECT_TYPE_DEFINITION]: (type) =>
      joined(withoutRootDescription(options.keepsNode ? type : withoutRelayFields(type)), options),
  });
  return `${print({ ...document, definitions: [...headOf(options), ...reachable(document.definitions)] })}\n`;
}

/** Declares `oneOf`, because Apollo's composition rejects a directive that it does not know. */
function headOf({ hasRequiredScopes }: SubgraphOptions): readonly DefinitionNode[] {
  const imported = ['@key', '@shareable', ...(hasRequiredScopes ? ['@requiresScopes'] : [])];
  return parse(
    `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ${JSON.stringify(imported)})
     directive @oneOf on INPUT_OBJECT`,
    { noLocation: true },
  ).definitions;
}

function withoutRelayFields(type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  if (type.name.value !== 'Query') return type;
  return { ...type, fields: type.fields?.filter(({ name }) => !relayFields.has(name.value)) ?? [] };
}

/** All graphs share the root types, but their descriptions are about this graph alone. */
function withoutRootDescription(type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  if (!roots.includes(type.name.value)) return type;
  const { description: _, ...rest } = type;
  return rest;
}

/** Adds the type's keys. PageInfo is the same in every graph that has pages. */
function joined(type: ObjectTypeDefinitionNode, { resolvesTransId }: SubgraphOptions): ObjectTypeDefinitionNode {
  const name = type.name.value;
  const added = (keys.get(name) ?? []).map((key) => {
    const isResolved = key !== 'transId' || resolvesTransId;
    return `@key(fields: "${key}"${isResolved ? '' : ', resolvable: false'})`;
  });
  if (name === 'PageInfo') added.push('@shareable');
  return added.length === 0 ? type : { ...type, directives: [...(type.directives ?? []), ...directives(added)] };
}

function withRequiredScopes(field: FieldDefinitionNode): FieldDefinitionNode | undefined {
  const scope = field.directives?.find(({ name }) => name.value === 'scope')?.arguments?.[0]?.value;
  if (scope?.kind !== Kind.STRING) return undefined;
  const required = directives([`@requiresScopes(scopes: [[${JSON.stringify(scope.value)}]])`]);
  return { ...field, directives: [...(field.directives ?? []), ...required] };
}

function directives(texts: readonly string[]): readonly ConstDirectiveNode[] {
  const [scalar] = parse(`scalar S ${texts.join(' ')}`, { noLocation: true }).definitions;
  return scalar?.kind === Kind.SCALAR_TYPE_DEFINITION ? (scalar.directives ?? []) : [];
}

/** Removes types that only removed fields lead to. */
function reachable(definitions: readonly DefinitionNode[]): readonly DefinitionNode[] {
  const named = new Map(definitions.flatMap((each) => ('name' in each && each.name ? [[each.name.value, each]] : [])));
  const reached = new Set<string>(roots);
  for (const name of reached) {
    const definition = named.get(name);
    if (definition === undefined) continue;
    visit(definition, { [Kind.NAMED_TYPE]: (type) => void reached.add(type.name.value) });
  }
  return definitions.filter((each) => !('name' in each && each.name) || reached.has(each.name.value));
}
