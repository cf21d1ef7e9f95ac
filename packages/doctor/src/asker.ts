/**
 * Asks the service, one call at a time, each under a deadline, and at most MAX_CALLS in total. For the report, it records the number of
 * calls, the slowest call, the largest response, and the wrapper of each endpoint. It sends reads only.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { CallName, Requests, Responses } from '@realty-forms/contract/calls/messages.ts';
import {
  type ClientCredentials,
  defaultStyle,
  type RequestStyle,
  type TokenBody,
  tokenRequest,
  writeRequest,
} from '@realty-forms/contract/calls/request-style.ts';
import { Refused } from '@realty-forms/platform/command-line.ts';
import { openService, type Response, readContent, type Service, ServiceFault, type ServiceOptions } from './service.ts';

export const MAX_CALLS = 60;

/** The endpoints that the doctor can call. */
export type AskedName = Extract<
  CallName,
  'activeUsers' | 'getAccount' | 'listTrans' | 'getTransById' | 'listFiles' | 'downloadfiles' | 'getMember'
>;

export interface AskerOptions extends ServiceOptions, ClientCredentials {
  readonly vendorEmail: string;
  readonly requestStyle?: RequestStyle | undefined;
  /** Called before each call. */
  readonly onCall?: (calls: number, endpoint: EndpointName) => void;
  /** The pause before a call is repeated; a timer by default. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** A response: its JSON as it was sent, and either the content of its wrapper or the fault that the gateway would report. */
export interface Asked<E extends AskedName> {
  readonly status: number;
  readonly headers: Response['headers'];
  /** Undefined if the body is not JSON. */
  readonly json: unknown;
  readonly value: Responses[E] | null;
  readonly fault: ServiceFault | null;
}

/** Thrown instead of a call beyond the limit. */
export class CallsUsedUp extends Error {}
/** The examination cannot continue; the message says why in one sentence. */
export class Inaccessible extends Refused {}

/** The most attempts for a call whose failure may be temporary. */
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 300;
const MAX_PAUSE_MS = 5_000;
/** How many questions may go without a response. */
const MAX_FAILED = 3;

export class Asker {
  calls = 0;
  slowestMs = 0;
  largestBytes = 0;
  /** The last response of each endpoint that has content, as it was sent. */
  readonly samples = new Map<EndpointName, unknown>();
  /** Responses with a status of success that the gateway cannot read. */
  readonly unreadable = new Map<EndpointName, ServiceFault>();
  /** Endpoints that sent a response that was not JSON, but answered when the same call was repeated. */
  readonly broken = new Set<EndpointName>();
  /** The media types of all JSON, and how responses name a charset other than UTF-8. */
  readonly mediaTypes = new Set<string>();
  readonly otherCharsets = new Set<'named' | 'none'>();
  /** Set once they are known. */
  token = '';
  tokenHeader = 'authorization';
  /** The configured style, until another one is found to suit the service. */
  style: RequestStyle;
  readonly #options: AskerOptions;
  readonly #service: Service;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  #failed = 0;

  constructor(options: AskerOptions) {
    this.#options = options;
    this.style = options.requestStyle ?? defaultStyle;
    this.#service = openService(options);
    this.#pause = options.pause ?? wait;
  }

  /** Requests a token in one of the ways; throws a fault if it gets none. */
  async requestToken(tokenBody: TokenBody): Promise<string> {
    const { headers, body } = tokenRequest(this.#options, tokenBody);
    const response = await this.#post('token', headers, body);
    const { access_token: token, token_type: type = 'Bearer' } = readContent('token', response) as Record<
      string,
      unknown
    >;
    const isUsable = typeof token === 'string' && /^[\x21-\x7e]+$/.test(token);
    if (!isUsable || String(type).toLowerCase() !== 'bearer')
      throw new ServiceFault('UPSTREAM_INVALID', 'token: responded with JSON without a bearer token', response.status);
    this.samples.set('token', response.json);
    return token;
  }

  /**
   * `fields` may lack required fields on purpose. Rejects with the fault if the service fails for any request. A repeated status of 500, or
   * a repeated response that is not JSON, may be its response to this particular request, so it counts as a response.
   */
  async ask<E extends AskedName>(endpoint: E, fields: Partial<Requests[E]>): Promise<Asked<E>> {
    const faults: ServiceFault[] = [];
    while (faults.length < MAX_ATTEMPTS) {
      const asked = await this.#askOnce(endpoint, fields);
      const fault = asked instanceof ServiceFault ? asked : asked.fault;
      if (!(asked instanceof ServiceFault) && !isPassing(asked)) {
        if (fault === null && faults.some(isUnreadable)) this.broken.add(endpoint);
        return asked;
      }
      if (fault !== null) faults.push(fault);
      const isLast = faults.length === MAX_ATTEMPTS;
      const isRepeated = faults.every(({ status }) => status === 500) || faults.every(isUnreadable);
      if (isLast && !(asked instanceof ServiceFault) && isRepeated) return asked;
      if (fault?.code === 'UPSTREAM_TIMEOUT') break;
      const seconds = fault?.retryAfterSeconds ?? 0;
      if (!isLast) await this.#pause(Math.min(MAX_PAUSE_MS, seconds * 1_000 || PAUSE_MS));
    }
    this.#failed += 1;
    const fault = faults.at(-1) as ServiceFault;
    if (this.#failed === MAX_FAILED) throw new Inaccessible(`The service keeps failing: ${fault.message}.`);
    throw fault;
  }

  /** The response, or the fault if there is none. */
  async #askOnce<E extends AskedName>(endpoint: E, fields: Partial<Requests[E]>): Promise<Asked<E> | ServiceFault> {
    const userId = 'userId' in endpoints[endpoint].request ? { userId: this.#options.vendorEmail } : {};
    const headers = [this.tokenHeader, `Bearer ${this.token}`, 'content-type', 'application/json'];
    const body = JSON.stringify({ ...userId, ...writeRequest(endpoint, fields, this.style) });
    const response = await this.#post(endpoint, headers, body).catch(faultOf);
    if (response instanceof ServiceFault) return response;
    const { status, json } = response;
    if (json !== undefined) {
      this.mediaTypes.add(mediaTypeOf(response.headers['content-type']));
      if (response.otherCharset !== null) this.otherCharsets.add(response.otherCharset);
    }
    const asked = { status, headers: response.headers, json };
    try {
      const value = readContent(endpoint, response, fields) as Responses[E];
      if (!isEmpty(value)) this.samples.set(endpoint, json);
      return { ...asked, value, fault: null };
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === 'UPSTREAM_INVALID') this.unreadable.set(endpoint, fault);
      return { ...asked, value: null, fault };
    }
  }

  close(): Promise<void> {
    return this.#service.close();
  }

  async #post(...[endpoint, headers, body]: Parameters<Service['post']>): Promise<Response> {
    if (this.calls === MAX_CALLS) throw new CallsUsedUp(`the limit of ${MAX_CALLS} calls is reached`);
    this.calls += 1;
    this.#options.onCall?.(this.calls, endpoint);
    const startedAt = Date.now();
    const response = await this.#service.post(endpoint, headers, body);
    this.slowestMs = Math.max(this.slowestMs, Date.now() - startedAt);
    this.largestBytes = Math.max(this.largestBytes, response.bytes.length);
    return response;
  }
}

/** A failure that may be temporary. So may a response that is not JSON, such as one that is cut short or begins with a PHP warning. */
function isPassing({ json, fault }: Asked<AskedName>): boolean {
  if (fault === null) return false;
  if (isUnreadable(fault)) return json === undefined;
  return (
    fault.code === 'UPSTREAM_RATE_LIMITED' || (fault.code === 'UPSTREAM_UNAVAILABLE' && (fault.status ?? 0) >= 500)
  );
}

const isUnreadable = ({ code }: ServiceFault): boolean => code === 'UPSTREAM_INVALID';

/** Anything else is a fault of the program. */
function faultOf(error: unknown): ServiceFault {
  if (error instanceof ServiceFault) return error;
  throw error;
}

/** The questions about empty lists cover the wrapper of an empty list. */
function isEmpty(value: unknown): boolean {
  const list = isJsonObject(value) && Array.isArray(value['data']) ? value['data'] : value;
  return Array.isArray(list) && list.length === 0;
}

const mediaTypeOf = (header: string | undefined): string => header?.split(';')[0]?.trim().toLowerCase() ?? 'none';
