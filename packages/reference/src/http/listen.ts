/**
 * The address that the service listens on: checked before anything else is prepared, and bound once everything is ready. An
 * unusable address is rejected with a Fault.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Fault } from '@realty-forms/platform/fault.ts';
import { isErrno } from '@realty-forms/platform/stores/private-files.ts';
import type { FastifyInstance } from 'fastify';
import type { ReferenceFaultCode, ReferenceOptions } from '../options.ts';

type ListenAddress = Pick<ReferenceOptions, 'host' | 'port'>;

/** Checks that the port can be bound, then releases it: until the service is ready, connections to it are refused at once. */
export async function checkPort({ host, port }: ListenAddress): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw listenFault({ host, port }, cause);
  }
  server.close();
  await once(server, 'close');
}

/** Returns the base URL of the service. */
export async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw listenFault({ host, port }, cause);
  }
  return baseUrlOf(host, (app.server.address() as AddressInfo).port);
}

/** A URL that clients can call: a service that listens on all interfaces is reached on loopback. */
function baseUrlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function listenFault({ host, port }: ListenAddress, cause: unknown): Fault<ReferenceFaultCode> {
  const where = `port ${port} of ${host}`;
  if (isErrno(cause, 'EADDRINUSE')) return new Fault('PORT_BUSY', `${where} is in use`, { cause });
  const isUnusable = ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL'].some((code) => isErrno(cause, code));
  return isUnusable
    ? new Fault('ADDRESS_UNUSABLE', `the service cannot listen on ${where}`, { cause })
    : new Fault('START_FAILED', `the service failed to listen on ${where}`, { cause });
}
