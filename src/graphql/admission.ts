/**
 * What a request must keep before its query is read at all: the size of the text and of the variables, and, where there is a
 * manifest, that the operation is one of its. Puts the text of a persisted document into the request in place of its id.
 * What is several operations, or an object of another shape, is Apollo's to refuse.
 */
import type { FastifyRequest } from 'fastify';
import { isJsonObject } from '../contract/json.ts';
import { GatewayFault } from '../gateway/fault.ts';
import { quoted } from '../platform/quote.ts';
import { excess } from './limits.ts';
import type { PersistedDocuments } from './persisted-documents.ts';
import { measureVariables } from './variables-size.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/** The fault that the request is to be refused with, or null. */
export type Admit = (request: FastifyRequest) => GatewayFault | null;

/** A fault, or the parameters as they go on: with the text of a persisted document in place of its id. */
export type Judge = (parameters: Parameters) => GatewayFault | Parameters;

const noRequest = 'The body must be a JSON object with `query`.';

const unknownOperation =
  'The operation is none of the persisted documents, and no others are carried out: ' +
  'send the id of one, or its text as it stands in the manifest.';

function unknownId(id: string): string {
  return (
    `${quoted(id)} is not the id of a persisted document, and no other operations are carried out: ` +
    'send an id as it stands in the manifest that the gateway was started with.'
  );
}

export function createAdmission(judge: Judge): Admit {
  return (request) => {
    const parameters = request.method === 'GET' ? searchOf(request) : request.body;
    if (Array.isArray(parameters)) return null;
    if (!isJsonObject(parameters)) return new GatewayFault('BAD_USER_INPUT', noRequest);
    const judged = judge(parameters);
    if (judged instanceof GatewayFault) return judged;
    if (request.method !== 'GET' && Object.keys(judged).length === 0) {
      return new GatewayFault('BAD_USER_INPUT', noRequest);
    }
    if (judged !== parameters) replace(request, judged);
    return null;
  };
}

export function createJudge(documents: PersistedDocuments | null): Judge {
  return (parameters) => {
    const { variables } = parameters;
    const large = variables === undefined ? null : excess(measureVariables(variables));
    if (large !== null) return large;
    const { query } = parameters;
    const text = typeof query === 'string' ? query : undefined;
    if (documents === null) return excess({ characters: text?.length ?? 0 }) ?? parameters;

    const id = idOf(parameters);
    const found = documents.find({ id, text });
    if (found === null) {
      const isUnknownId = id !== undefined && !documents.has(id);
      return new GatewayFault('BAD_USER_INPUT', isUnknownId ? unknownId(id) : unknownOperation);
    }
    return { ...withoutId(parameters), query: found };
  };
}

/** Apollo's clients send the id among the extensions, Relay's network layers as `doc_id` or `id`, GraphQL over HTTP's as `documentId`. */
function idOf({ extensions, documentId, doc_id, id }: Parameters): string | undefined {
  const persisted = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined;
  const candidates = [isJsonObject(persisted) ? persisted['sha256Hash'] : undefined, documentId, doc_id, id];
  return candidates.find((each) => typeof each === 'string');
}

/** Apollo keeps no persisted queries of its own, and refuses requests that name one. */
function withoutId(parameters: Parameters): Parameters {
  const { extensions } = parameters;
  if (!isJsonObject(extensions)) return parameters;
  const { persistedQuery: _, ...others } = extensions;
  return { ...parameters, extensions: others };
}

/** The parameters of a GET; what stands there twice or is no JSON stays as it is, and is refused by Apollo. */
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
  request.raw.url = `/graphql?${search}`;
}
