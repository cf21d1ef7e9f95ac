/**
 * The manifest of persisted documents, in the format of Apollo's tool or of Relay's compiler. Each document is parsed and validated once,
 * when the manifest is read; an invalid document makes the whole manifest invalid. Apollo then executes these documents without parsing,
 * validation or limits.
 */
import { createHash } from 'node:crypto';
import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import { type DocumentNode, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { subscriptionRootRule } from './validation-rules.ts';

export interface PersistedDocuments {
  /** Whether an id is in the manifest, or is `sha256:` and the hash of a text in it. */
  readonly has: (id: string) => boolean;
  /** The text for an id, or the text itself if it is in the manifest; null otherwise. */
  readonly find: (request: { readonly id: string | undefined; readonly text: string | undefined }) => string | null;
  /** Provides the parsed documents to Apollo in place of its own store; nothing else is cached. */
  readonly store: NonNullable<ApolloServerOptions<BaseContext>['documentStore']>;
}

const APOLLO_FORMAT = 'apollo-persisted-query-manifest';
const SHA256_DIGITS = 64;

/** Throws a fault that names the problem of the manifest. */
export function readPersistedDocuments(schema: GraphQLSchema, manifest: string): PersistedDocuments {
  const listed = textsOf(manifest);
  const documents = new Map<string, DocumentNode>();
  for (const [id, text] of listed) documents.set(hashOf(text), read(schema, id, text));
  // GraphQL over HTTP identifies a document by the hash of its text, whatever its id in the manifest.
  const hashes = [...listed.values()].map((text) => [`sha256:${hashOf(text)}`, text] as const);
  const texts: ReadonlyMap<string, string> = new Map([...hashes, ...listed]);
  return {
    has: (id) => texts.has(id),
    find({ id, text }) {
      const found = id === undefined ? text : texts.get(id);
      if (found === undefined || !documents.has(hashOf(found))) return null;
      return text === undefined || text === found ? found : null;
    },
    store: {
      // Apollo's key ends in the text's SHA-256 hash.
      get: async (key) => documents.get(key.slice(-SHA256_DIGITS)),
      set: async () => undefined,
      delete: async () => false,
    },
  };
}

function textsOf(manifest: string): ReadonlyMap<string, string> {
  const content = parseJson(manifest);
  if (!isJsonObject(content)) throw unusable('it is not a JSON object');
  const entries = 'operations' in content ? apolloEntries(content) : Object.entries(content);
  const texts = new Map<string, string>();
  for (const [id, text] of entries) {
    if (typeof id !== 'string' || id === '') throw unusable('an operation has no id');
    if (typeof text !== 'string') throw unusable(`the operation ${id} has no text`);
    if (texts.has(id)) throw unusable(`the id ${id} belongs to two operations`);
    texts.set(id, text);
  }
  if (texts.size === 0) throw unusable('it has no operations');
  return texts;
}

function apolloEntries({ format, version, operations }: Record<string, unknown>): [unknown, unknown][] {
  if (format !== APOLLO_FORMAT || version !== 1) throw unusable(`its format is not ${APOLLO_FORMAT}, version 1`);
  if (!Array.isArray(operations)) throw unusable('its operations are not a list');
  return operations.map((each: unknown) => (isJsonObject(each) ? [each['id'], each['body']] : [undefined, undefined]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable('it is not valid JSON');
  }
}

function read(schema: GraphQLSchema, id: string, text: string): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(text);
  } catch (error) {
    throw unusable(`the operation ${id} cannot be parsed: ${(error as Error).message}`);
  }
  const [error] = validate(schema, document, [...specifiedRules, subscriptionRootRule]);
  if (error !== undefined) throw unusable(`the operation ${id} is not valid against the schema: ${error.message}`);
  return document;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function unusable(problem: string): Fault<'PERSISTED_DOCUMENTS_UNUSABLE'> {
  const advice = 'Fix it, or leave PERSISTED_DOCUMENTS empty';
  return new Fault(
    'PERSISTED_DOCUMENTS_UNUSABLE',
    `The manifest of persisted documents cannot be used: ${problem}${/[.?]$/.test(problem) ? '' : '.'} ${advice}.`,
  );
}
