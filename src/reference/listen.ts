/** Where the service listens: tried before anything else is made ready, and taken when all is. What is wrong with it is a fault. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { isErrno } from './keys.ts';
import type { ReferenceFaultCode, ReferenceOptions } from './options.ts';

type Place = Pick<ReferenceOptions, 'host' | 'port'>;

/** Lets go of it again: who comes meanwhile is told at once that nobody is there. */
export async function tryPort({ host, port }: Place): Promise<void> {
  const server = createServer().listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw listenFault({ host, port }, cause);
  }
  server.close();
  await once(server, 'close');
}

/** Gives the address that the service is reached at. */
export async function listen(app: FastifyInstance, { host, port }: Place): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw listenFault({ host, port }, cause);
  }
  return addressOf(host, (app.server.address() as AddressInfo).port);
}

/** An address that can be called: a service that listens everywhere is reached on loopback. */
function addressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function listenFault({ host, port }: Place, cause: unknown): Fault<ReferenceFaultCode> {
  const where = `${host}, port ${port}`;
  if (isErrno(cause, 'EADDRINUSE')) return new Fault('PORT_BUSY', `${where} is in use`, { cause });
  const unusable = ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL'].some((code) => isErrno(cause, code));
  return unusable
    ? new Fault('ADDRESS_UNUSABLE', `the service cannot listen on ${where}`, { cause })
    : new Fault('START_FAILED', `the service does not listen on ${where}`, { cause });
}
