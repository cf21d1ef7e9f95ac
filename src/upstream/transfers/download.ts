/**
 * Opens the file behind a file_url (4.8). Returns a stream with its status and the few headers that matter, and never buffers the whole
 * file. Connects only to allow-listed hosts, and with plain http only to loopback. Follows no redirects and sends no token. No fault
 * contains the address, because knowing the address is as good as having the file.
 */
import type { Readable } from 'node:stream';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { describeError } from '@realty-forms/platform/quote.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { userAgent } from '@realty-forms/platform/version.ts';
import { isLoopback } from '@realty-forms/platform/web/host.ts';
import { abortFault, withDeadline } from '../connections/deadline.ts';
import { createDispatcher } from '../connections/dispatcher.ts';
import type { TransportOptions } from '../connections/transport.ts';
import { UpstreamFault } from '../faults.ts';
import { type FairQueue, NO_CALLER } from '../resilience/fair-queue.ts';

interface DownloadOptions extends Omit<TransportOptions, 'maxResponseBytes'> {
  /** Hosts, with a port if it is not the default one; if undefined, the host of `baseUrl`. */
  readonly fileHosts?: readonly string[] | undefined;
  /** The time limit for the response's head, and then for each period without data. */
  readonly deadlineMs: number;
  readonly queue: FairQueue;
  readonly log: Log;
}

export interface DownloadRequest {
  /** A range of several parts requests the whole file, because parts would have another media type than the file. */
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/** The caller for whom a file is opened, and what ends the wait for it. */
interface DownloadCall {
  readonly signal?: AbortSignalLike | undefined;
  readonly caller?: string | undefined;
}

export interface OpenedFile {
  readonly status: 200 | 206 | 416;
  readonly header: (name: string) => string | null;
  /** The caller must read or destroy it. */
  readonly body: Readable;
}

export interface Downloads {
  readonly open: (address: string, wanted: DownloadRequest, options?: DownloadCall) => Promise<OpenedFile>;
  readonly close: () => Promise<void>;
}

const ENDPOINT = 'downloadfiles';
const singleRangePattern = /^bytes=\s*(?:\d+-\d*|-\d+)\s*$/i;
/** A space is sent as %20, unless the text may be a message; other white space would be dropped. */
const isAddress = /^(?:(?:https?:\/)?\/[^\t-\r]*|\S*)$/i;
const contentRangePattern = /^bytes \d+-\d+\/(?:\d+|\*)$/i;

export function createDownloads({
  baseUrl,
  fileHosts,
  deadlineMs,
  queue,
  log,
  ...options
}: DownloadOptions): Downloads {
  const hosts = new Set(fileHosts ?? [new URL(baseUrl).host]);
  // A relative address is relative to the request whose response contains it (RFC 3986, 5.1.3).
  const requestUrl = new URL(baseUrl.replace(/\/+$/, '') + endpoints[ENDPOINT].path);
  // At most two per listed host: one for http and one for https.
  const dispatchers = new Map<string, ReturnType<typeof createDispatcher>>();
  const dispatcherOf = (origin: string) =>
    dispatchers.getOrInsertComputed(origin, () => createDispatcher(origin, { ...options, deadlineMs }));

  const addressOf = (fileUrl: string): URL => {
    if (!isAddress.test(fileUrl) || !URL.canParse(fileUrl, requestUrl)) throw invalidResponse('an invalid URL', 200);
    const url = new URL(fileUrl, requestUrl);
    const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
    if (!isSecure || url.username !== '' || url.password !== '') {
      throw invalidResponse('a URL that is not https, or that has credentials', 200);
    }
    if (!hosts.has(url.host)) {
      log.warn(
        { host: url.host, setting: 'UPSTREAM_FILE_HOSTS' },
        'a file is on a host that the setting does not list',
      );
      throw invalidResponse('a URL at a host that is not an allowed file host', 200);
    }
    return url;
  };

  return {
    async open(address, { range, ifRange }, { signal, caller = NO_CALLER } = {}) {
      const { origin, pathname, search } = addressOf(address);
      const isRangeRequested = range !== undefined && singleRangePattern.test(range);
      const headers = {
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(isRangeRequested && { range }),
        ...(isRangeRequested && ifRange !== undefined && { 'if-range': ifRange }),
      };
      const path = pathname + search;
      const request = { origin, path, method: 'GET', headers, headersTimeout: 0, bodyTimeout: deadlineMs } as const;
      const response = await withDeadline(deadlineMs, signal, async (abortSignal) => {
        await queue.enter('downloads', ENDPOINT, caller, abortSignal);
        const leave = () => queue.leave('downloads', ENDPOINT, caller);
        try {
          const opened = await dispatcherOf(origin).request({ ...request, signal: abortSignal as AbortSignal });
          // The slot is held until the body has been read or destroyed.
          opened.body.once('close', leave);
          return opened;
        } catch (error) {
          leave();
          throw openingFault(error as Error, abortSignal);
        }
      });
      const { statusCode, headers: responseHeaders, body } = response;
      const header = (name: string) => {
        const value = responseHeaders[name];
        return typeof value === 'string' ? value : null;
      };
      const fault = faultOf(statusCode, isRangeRequested, header('content-range'));
      if (fault !== null) {
        // The rest is not fetched.
        body.on('error', () => undefined).destroy();
        throw fault;
      }
      return { status: statusCode as OpenedFile['status'], header, body };
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** The fault of a request without a response: its time was over, its caller has gone, or its host cannot be reached. */
function openingFault(error: Error, signal: AbortSignalLike): UpstreamFault {
  if (signal.aborted) return abortFault(signal, ENDPOINT, 'unknown');
  const message = `the file's host cannot be reached, or closed the connection (${describeError(error)})`;
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, { endpoint: ENDPOINT, sent: 'unknown' });
}

/** Null for the three statuses that are passed on. A 206 that was not requested, or that does not say which part it is, is an error. */
function faultOf(status: number, isRangeRequested: boolean, contentRange: string | null): UpstreamFault | null {
  const isPart = status === 206 && contentRangePattern.test(contentRange ?? '');
  if (status === 200 || (isRangeRequested && (isPart || status === 416))) return null;
  if (status >= 500) {
    const message = `the file's host responded with ${status}`;
    return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, { endpoint: ENDPOINT, sent: true, status });
  }
  if (status === 404 || status === 410) {
    return new UpstreamFault('UPSTREAM_REJECTED', 'the file is gone', { endpoint: ENDPOINT, sent: true, status });
  }
  return invalidResponse(`a file_url that responds with ${status}`, status);
}

/** The fault for an error of a body: its host stopped sending, or broke off. */
export function bodyFault(error: Error): UpstreamFault {
  const isStalled = (error as { code?: unknown }).code === 'UND_ERR_BODY_TIMEOUT';
  const code = isStalled ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE';
  const message = `the file's host stopped sending in the middle of it (${describeError(error)})`;
  return new UpstreamFault(code, message, { endpoint: ENDPOINT, sent: true });
}

function invalidResponse(what: string, status: number): UpstreamFault {
  return new UpstreamFault('UPSTREAM_INVALID', `responded with ${what}`, { endpoint: ENDPOINT, sent: true, status });
}
