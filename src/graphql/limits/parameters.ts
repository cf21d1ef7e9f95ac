/**
 * Finds a request's parameters, wherever it carries them, and checks them before the query is parsed: the size of its text and variables
 * and, if there is a manifest of persisted documents, whether the operation is in it. Replaces the id of a persisted document with its
 * text. Batches, and parameters of the wrong type, are left to Apollo to reject.
 */
import type { IncomingMessage } from 'node:http';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { quoted } from '@realty-forms/platform/quote.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import { type Counts, limitFault, limits } from './limits.ts';
import type { PersistedDocuments } from './persisted-documents.ts';

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns a fault, or the parameters to continue with: a persisted document's text in place of its id. A router writes its own documents.
 */
export type CheckParameters = (parameters: Parameters, isRouter: boolean) => GatewayFault | Parameters;

export const NO_QUERY = 'The body must be a JSON object with `query`.';

const unknownOperation =
  'The operation is not one of the persisted documents, and no others are accepted: ' +
  'send the id of one, or its exact text from the manifest.';

function unknownId(id: string): string {
  return (
    `${quoted(id)} is not the id of a persisted document, and no other operations are accepted: ` +
    'send an id from the manifest that the gateway has.'
  );
}

/** The parameters in the URL of a GET, or in the body of a POST, which may be anything. An empty name of the operation counts as none. */
export function parametersOf({
  request,
  body,
}: {
  readonly request: IncomingMessage;
  readonly body: unknown;
}): unknown {
  if (request.method !== 'GET') {
    if (!isJsonObject(body) || body['operationName'] !== '') return body;
    const { operationName: _, ...others } = body;
    return others;
  }
  const search = [...searchParametersOf(request)];
  const isJson = (name: string) => name === 'variables' || name === 'extensions';
  return Object.fromEntries(search.map(([name, value]) => [name, isJson(name) ? parsed(value) : value]));
}

/**
 * The query string of a GET with these parameters: as it arrived, including duplicates and invalid JSON, unless parameters were replaced.
 */
export function searchOf(parameters: Parameters, request: IncomingMessage): string {
  const came = searchParametersOf(request);
  if (came.getAll('query').at(-1) === parameters['query']) return `?${came}`;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return `?${search}`;
}

/**
 * The parameters in the URL, without optional ones that are empty or null, which means the same as leaving them out (GraphQL over HTTP).
 * Not read with `URL`, which throws for a target that names the host with an invalid port.
 */
function searchParametersOf({ url = '' }: IncomingMessage): URLSearchParams {
  const search = new URLSearchParams(/^[^?#]*(\?[^#]*)/.exec(url)?.[1] ?? '');
  for (const name of ['operationName', 'variables', 'extensions']) search.delete(name, '');
  for (const name of ['variables', 'extensions']) search.delete(name, 'null');
  return search;
}

export function createParametersCheck(documents: PersistedDocuments | null, isSubgraph: boolean): CheckParameters {
  return (parameters, isRouter) => {
    const { variables } = parameters;
    const sizeFault = variables === undefined ? null : variablesFault(variables, isSubgraph);
    if (sizeFault !== null) return sizeFault;
    const { query } = parameters;
    const text = typeof query === 'string' ? query : undefined;
    if (documents === null || isRouter) return limitFault({ characters: text?.length ?? 0 }) ?? parameters;

    const id = idOf(parameters);
    const found = documents.find({ id, text });
    if (found === null) {
      const isUnknownId = id !== undefined && !documents.has(id);
      return new GatewayFault('BAD_USER_INPUT', isUnknownId ? unknownId(id) : unknownOperation);
    }
    return { ...withoutId(parameters), query: found };
  };
}

/** Names the variable that is too large, unless only all of them together are. */
function variablesFault(variables: unknown, isSubgraph: boolean): GatewayFault | null {
  const fault = limitFault(measureVariables(variables, isSubgraph));
  if (fault === null || !isJsonObject(variables)) return fault;
  const isTooLarge = (name: string) => limitFault(measureVariables({ [name]: variables[name] }, isSubgraph)) !== null;
  const name = Object.keys(variables).find(isTooLarge);
  return name === undefined
    ? fault
    : new GatewayFault(fault.code, `${fault.message} It is in the variable ${quoted(`$${name}`)}.`);
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

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

type VariableCounts = Required<Pick<Counts, 'listItems' | 'inputDepth' | 'variableValues' | 'entities'>>;

/**
 * Measures the variables of a request: stops at the first exceeded limit, and never looks into files. The variables are no level: each
 * one's value begins at depth one.
 */
export function measureVariables(value: unknown, isSubgraph = false): VariableCounts {
  const counts = { listItems: 0, inputDepth: 0, variableValues: 0, entities: 0 };
  const isBeyond = () =>
    counts.listItems > limits.listItems.max ||
    counts.entities > limits.entities.max ||
    counts.inputDepth > limits.inputDepth.max ||
    counts.variableValues > limits.variableValues.max;

  const measure = (each: unknown, at: number): void => {
    counts.variableValues += 1;
    if (!isPlain(each) || isBeyond()) return;
    counts.inputDepth = Math.max(counts.inputDepth, at);
    const items = Array.isArray(each) ? each : Object.values(each);
    // The objects that a router asks for have a limit of their own.
    const limit = isSubgraph && isRepresentations(each) ? 'entities' : 'listItems';
    counts[limit] = Math.max(counts[limit], items.length);
    // Once a limit is exceeded, further items cannot change the outcome.
    for (const item of items) {
      if (isBeyond()) return;
      if (typeof item === 'object') measure(item, at + 1);
      else counts.variableValues += 1;
    }
  };

  measure(value, 0);
  return counts;
}

/** A list of objects that name their type; no other input has a field of that name. */
function isRepresentations(value: object): boolean {
  return Array.isArray(value) && value.every((each) => isPlain(each) && Object.hasOwn(each, '__typename'));
}

/** An upload is a class instance, not a value to traverse. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
