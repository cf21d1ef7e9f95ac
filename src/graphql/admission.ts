/**
 * Checks a request before its query is parsed: the size of its text and variables, and, if there is a manifest of persisted
 * documents, that the operation is in it. Replaces the id of a persisted document with its text. Batches, and parameters of
 * the wrong type, are left to Apollo to reject.
 */
import type { FastifyRequest } from 'fastify';
import { isJsonObject } from '../contract/answers/json.ts';
import { GatewayFault } from '../gateway/fault.ts';
import { quoted } from '../platform/quote.ts';
import { GRAPHQL_PATH } from '../platform/web/graphql-path.ts';
import { measureVariables } from './limits/variables-size.ts';
import { limitFault } from './limits.ts';
import type { PersistedDocuments } from './persisted-documents.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/** The fault to reject the request with, or null. */
export type Admit = (request: FastifyRequest) => GatewayFault | null;

/** A fault, or the parameters to continue with: with the text of a persisted document in place of its id. */
export type CheckParameters = (parameters: Parameters) => GatewayFault | Parameters;

const noQueryMessage = 'The body must be a JSON object with `query`.';

const unknownOperation =
  'The operation is not one of the persisted documents, and no others are accepted: ' +
  'send the id of one, or its exact text from the manifest.';

function unknownId(id: string): string {
  return (
    `${quoted(id)} is not the id of a persisted document, and no other operations are accepted: ` +
    'send an id from the manifest that the gateway was started with.'
  );
}

export function createAdmission(checkParameters: CheckParameters): Admit {
  return (request) => {
    const parameters = request.method === 'GET' ? searchOf(request) : request.body;
    if (Array.isArray(parameters)) return null;
    if (!isJsonObject(parameters)) return new GatewayFault('BAD_USER_INPUT', noQueryMessage);
    const checked = checkParameters(parameters);
    if (checked instanceof GatewayFault) return checked;
    if (request.method !== 'GET' && Object.keys(checked).length === 0) {
      return new GatewayFault('BAD_USER_INPUT', noQueryMessage);
    }
    if (checked !== parameters) replace(request, checked);
    return null;
  };
}

export function createParametersCheck(documents: PersistedDocuments | null): CheckParameters {
  return (parameters) => {
    const { variables } = parameters;
    const sizeFault = variables === undefined ? null : limitFault(measureVariables(variables));
    if (sizeFault !== null) return sizeFault;
    const { query } = parameters;
    const text = typeof query === 'string' ? query : undefined;
    if (documents === null) return limitFault({ characters: text?.length ?? 0 }) ?? parameters;

    const id = idOf(parameters);
    const found = documents.find({ id, text });
    if (found === null) {
      const isUnknownId = id !== undefined && !documents.has(id);
      return new GatewayFault('BAD_USER_INPUT', isUnknownId ? unknownId(id) : unknownOperation);
    }
    return { ...withoutId(parameters), query: found };
  };
}

/**
 * Apollo's clients send the id in the extensions, Relay's network layers as `doc_id` or `id`, GraphQL over HTTP as
 * `documentId`.
 */
function idOf({ extensions, documentId, doc_id, id }: Parameters): string | undefined {
  const persisted = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined;
  const candidates = [isJsonObject(persisted) ? persisted['sha256Hash'] : undefined, documentId, doc_id, id];
  return candidates.find((each) => typeof each === 'string');
}

/** Persisted queries are switched off in Apollo, which rejects requests that name one. */
function withoutId(parameters: Parameters): Parameters {
  const { extensions } = parameters;
  if (!isJsonObject(extensions)) return parameters;
  const { persistedQuery: _, ...others } = extensions;
  return { ...parameters, extensions: others };
}

/** The parameters of a GET request. Duplicates and invalid JSON stay as they are, for Apollo to reject. */
function searchOf({ url }: FastifyRequest): Parameters {
  const search = [...new URL(url, 'http://gateway').searchParams];
  const isJson = (name: string) => name === 'variables' || name === 'extensions';
  return Object.fromEntries(search.map(([name, value]) => [name, isJson(name) ? parsed(value) : value]));
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function replace(request: FastifyRequest, parameters: Parameters): void {
  if (request.method !== 'GET') {
    request.body = parameters;
    return;
  }
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  request.raw.url = `${GRAPHQL_PATH}?${search}`;
}
