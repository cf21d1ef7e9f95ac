/**
 * Sends operations as the gateway requires: with a token, again after temporary failures, by POST, subscriptions as streams. All of this
 * happens in the `fetch` of each operation, so urql's own `fetchExchange` comes after it.
 */

import type { OperationContext } from '@urql/core';
import { type Exchange, makeOperation, mapExchange, type Operation } from '@urql/core';
import { startAttempts } from '../core/attempts.ts';
import { fetchRepeatedly } from '../core/fetch.ts';
import type { RetryPolicy } from '../core/retries.ts';
import { fetchLively } from '../core/silence.ts';
import { shareTokens, type TokenOptions } from '../core/tokens.ts';
import { fetchWithProgress, type OnProgress } from '../core/uploads.ts';

export interface GatewayExchangeOptions extends TokenOptions {
  readonly retry?: Partial<RetryPolicy> | undefined;
}

type Send = typeof fetch;

export function gatewayExchange({ retry, ...options }: GatewayExchangeOptions): Exchange {
  const tokens = shareTokens(options);
  /** The operation's original `fetch`, by the one that replaced it, because a cache can send the operation once more. */
  const own = new WeakMap<Send, Send | undefined>();

  function sender({ query, variables, context }: Operation): Send {
    const given = context.fetch && own.has(context.fetch) ? own.get(context.fetch) : context.fetch;
    const start = () => startAttempts(query, variables || undefined, tokens, retry);
    const send = cancelableBy(context['canceled'], fetchRepeatedly(start, provingNoForgery(fetchLively(given))));
    own.set(send, given);
    return send;
  }

  return mapExchange({
    onOperation: (operation) =>
      makeOperation(operation.kind, operation, {
        ...operation.context,
        preferGetMethod: false,
        fetchSubscriptions: true,
        fetch: sender(operation),
      }),
  });
}

/** Ends all attempts, and the pauses between them: urql's own signal fires only when nobody waits for the result. */
function cancelableBy(canceled: AbortSignal | undefined, send: Send): Send {
  if (canceled === undefined) return send;
  return async (input, init) => {
    try {
      canceled.throwIfAborted();
      return await send(input, {
        ...init,
        signal: AbortSignal.any([canceled, ...(init?.signal ? [init.signal] : [])]),
      });
    } catch (error) {
      // The failure gets this name, whatever the reason for canceling.
      throw canceled.aborted ? new DOMException('The upload was canceled', 'AbortError') : error;
    }
  };
}

/** A page on another origin cannot set this header without a preflight, so the gateway accepts forms that have it. */
function provingNoForgery(send: Send): Send {
  return (input, init) => {
    if (!(init?.body instanceof FormData)) return send(input, init);
    const headers = new Headers(init.headers);
    headers.set('apollo-require-preflight', 'true');
    return send(input, { ...init, headers });
  };
}

/** urql itself sends files as forms, but reports no progress and cannot cancel mutations. */
export interface UploadOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Cancels the upload; what has been sent is discarded. */
  readonly signal?: AbortSignal | undefined;
}

/** The `context` of a mutation with a file, for `gatewayExchange`. */
export function uploadContext({ onProgress, signal }: UploadOptions): Partial<OperationContext> {
  return { ...(onProgress && { fetch: fetchWithProgress(onProgress) }), canceled: signal };
}
