/**
 * Reads what stands behind a file_url (4.8): a stream with its status and the few headers that matter, never the whole of it.
 * Only allow-listed hosts are asked, plain http only of loopback; no redirect is followed, no token is sent, and no address
 * gets into a fault, because an address is as good as the file.
 */
import type { Readable } from 'node:stream';
import { isLoopback } from '../platform/loopback.ts';
import type { Cut } from './cut.ts';
import { cutFault, underDeadline } from './deadline.ts';
import { createDispatcher } from './dispatcher.ts';
import { UpstreamFault } from './faults.ts';
import type { Gate } from './gates.ts';
import { describe, type TransportOptions } from './transport.ts';

export interface DownloadOptions extends Omit<TransportOptions, 'maxResponseBytes'> {
  /** Hosts, with a port where it is not the default one; undefined: the one of `baseUrl`. */
  readonly fileHosts?: readonly string[] | undefined;
  /** For the answer's head, and then for each stretch in which nothing comes. */
  readonly deadlineMs: number;
  readonly gate: Gate;
}

export interface Wanted {
  /** HEAD may be asked for by GET, with a body to be destroyed. */
  readonly method: 'GET' | 'HEAD';
  /** Where it asks for several parts at once, the whole is asked for: those come as another media type, not as the file's. */
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

export interface OpenedFile {
  readonly status: 200 | 206 | 416;
  readonly header: (name: string) => string | null;
  /** To be read, or destroyed. */
  readonly body: Readable;
}

export interface Downloads {
  readonly open: (address: string, wanted: Wanted, signal?: AbortSignal) => Promise<OpenedFile>;
  readonly close: () => Promise<void>;
}

const ENDPOINT = 'downloadfiles';
/** What a host says to HEAD where it knows the file by GET alone: an address may be signed for one method. */
const refusesHead: ReadonlySet<number> = new Set([403, 405, 501]);
const singleRange = /^bytes=\s*(?:\d+-\d*|-\d+)\s*$/i;
const partRange = /^bytes \d+-\d+\/(?:\d+|\*)$/i;

export function createDownloads({ baseUrl, fileHosts, deadlineMs, gate, ...options }: DownloadOptions): Downloads {
  const hosts = new Set(fileHosts ?? [new URL(baseUrl).host]);
  // As many as there are hosts on the list, by http and by https.
  const dispatchers = new Map<string, ReturnType<typeof createDispatcher>>();
  const dispatcherOf = (origin: string) =>
    dispatchers.getOrInsertComputed(origin, () => createDispatcher(origin, { ...options, deadlineMs }));

  return {
    async open(address, { method, range, ifRange }, signal) {
      const { origin, pathname, search } = checkAddress(address, hosts);
      const isPartWanted = range !== undefined && singleRange.test(range);
      const headers = {
        'accept-encoding': 'identity',
        ...(isPartWanted && { range }),
        ...(isPartWanted && ifRange !== undefined && { 'if-range': ifRange }),
      };
      const path = pathname + search;
      const request = { origin, path, headers, headersTimeout: 0, bodyTimeout: deadlineMs };
      const ask = async (by: Wanted['method'], cut: Cut) => {
        const turn = gate.enter(ENDPOINT, cut);
        if (turn !== null) await turn;
        try {
          const asked = { ...request, method: by, signal: signalOf(cut) };
          const answer = await untilCut(dispatcherOf(origin).request(asked), cut);
          // The place is held for as long as somebody reads.
          answer.body.once('close', gate.leave);
          return answer;
        } catch (error) {
          gate.leave();
          throw error;
        }
      };
      const answer = await underDeadline(deadlineMs, signal, async (cut) => {
        const first = await ask(method, cut);
        if (method === 'GET' || !refusesHead.has(first.statusCode)) return first;
        discard(first.body);
        return ask('GET', cut);
      });
      const { statusCode, headers: received, body } = answer;
      const header = (name: string) => {
        const value = received[name];
        return typeof value === 'string' ? value : null;
      };
      const fault = faultOf(statusCode, isPartWanted, header('content-range'));
      if (fault !== null) {
        discard(body);
        throw fault;
      }
      return { status: statusCode as OpenedFile['status'], header, body };
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function checkAddress(address: string, hosts: ReadonlySet<string>): URL {
  if (!URL.canParse(address)) throw invalid('an address that is none', 200);
  const url = new URL(address);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSecure || url.username !== '' || url.password !== '' || !hosts.has(url.host)) {
    throw invalid(`an address at ${url.protocol}//${url.host}, which is not on the list of file hosts`, 200);
  }
  return url;
}

/** undici wants a signal of the platform's own. */
function signalOf(cut: Cut): AbortSignal {
  const controller = new AbortController();
  cut.addEventListener('abort', () => controller.abort(cut.reason), { once: true });
  return controller.signal;
}

/** A signal does not end the making of a connection, so the cut is waited for beside it. */
function untilCut<T extends { readonly body: Readable }>(answering: Promise<T>, cut: Cut): Promise<T> {
  return new Promise((resolve, reject) => {
    const onCut = (): void => {
      reject(cutFault(cut, ENDPOINT, 'unknown'));
      answering.then(({ body }) => discard(body)).catch(() => undefined);
    };
    if (cut.aborted) return onCut();
    cut.addEventListener('abort', onCut, { once: true });
    answering.then(resolve, (error: Error) => {
      const message = `the file's host cannot be reached, or broke off (${describe(error)})`;
      reject(new UpstreamFault('UPSTREAM_UNAVAILABLE', message, { endpoint: ENDPOINT, sent: 'unknown' }));
    });
    answering.finally(() => cut.removeEventListener('abort', onCut)).catch(() => undefined);
  });
}

/** Of what nobody reads, the rest is not fetched either. */
function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

/** Null for the three answers that are passed on; a part that nobody asked for, or that does not say which it is, is none. */
function faultOf(status: number, isPartWanted: boolean, contentRange: string | null): UpstreamFault | null {
  const isPart = status === 206 && partRange.test(contentRange ?? '');
  if (status === 200 || (isPartWanted && (isPart || status === 416))) return null;
  if (status >= 500) {
    const message = `the file's host answered ${status}`;
    return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, { endpoint: ENDPOINT, sent: true, status });
  }
  if (status === 404 || status === 410) {
    return new UpstreamFault('UPSTREAM_REJECTED', 'the file is gone', { endpoint: ENDPOINT, sent: true, status });
  }
  return invalid(`a file_url that answers ${status}`, status);
}

/** What a body's error means to whoever reads it: its host has stopped, or broken off. */
export function brokenOff(error: Error): UpstreamFault {
  const isStalled = (error as { code?: unknown }).code === 'UND_ERR_BODY_TIMEOUT';
  const code = isStalled ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE';
  const message = `the file's host broke off in the middle of it (${describe(error)})`;
  return new UpstreamFault(code, message, { endpoint: ENDPOINT, sent: true });
}

function invalid(what: string, status: number): UpstreamFault {
  return new UpstreamFault('UPSTREAM_INVALID', `answered with ${what}`, { endpoint: ENDPOINT, sent: true, status });
}
