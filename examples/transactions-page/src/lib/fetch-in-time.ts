/** How long the page waits for the gateway, which responds within 12 seconds, and what it says then. */
import { createTimelyFetch } from 'realty-forms-graphql-client';

export const SILENCE_MS = 30_000;

export const silent = () => new DOMException('The service does not respond.', 'TimeoutError');

export const fetchInTime = createTimelyFetch({ silenceMs: SILENCE_MS, error: silent });
