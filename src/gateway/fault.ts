/** The faults that use cases throw. Messages are for the caller: they name the argument, what is wrong, and what is allowed. */

import { Fault, type GatewayFaultCode } from '@realty-forms/platform/fault.ts';
import { UpstreamFault } from '../upstream/faults.ts';

/** Use cases pass upstream's faults on, so adapters have to handle both kinds. */
export { UpstreamFault } from '../upstream/faults.ts';

export class GatewayFault extends Fault<GatewayFaultCode> {
  override readonly name = 'GatewayFault';
  /** The path of the argument at fault, such as `filter.closingDateRange`; null if the fault is not about an argument. */
  readonly argument: string | null;

  constructor(code: GatewayFaultCode, message: string, { argument, ...options }: FaultOptions = {}) {
    super(code, message, options);
    this.argument = argument ?? null;
  }
}

interface FaultOptions extends ErrorOptions {
  readonly argument?: string;
}

/** The same fault for an object that does not exist and for one that belongs to somebody else. */
export function notFound(): GatewayFault {
  return new GatewayFault('NOT_FOUND', 'Not found, or not visible to you');
}

export function isNotFound(error: unknown): boolean {
  return error instanceof GatewayFault && error.code === 'NOT_FOUND';
}

export function isForbidden(error: unknown): error is GatewayFault {
  return error instanceof GatewayFault && error.code === 'FORBIDDEN';
}

/** A fault about an argument. The message is the argument's path followed by `problem`, a sentence or the beginning of one. */
export function faultOf(code: GatewayFaultCode, argument: string, problem: string): GatewayFault {
  return new GatewayFault(code, `${argument}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`, { argument });
}

export function badInput(argument: string, problem: string): GatewayFault {
  return faultOf('BAD_USER_INPUT', argument, problem);
}

/** For an agent who has not enabled access, one who is not the caller's, and one who does not exist. */
export const UNKNOWN_AGENT = 'No agent with this NRDS id has enabled access, or you may not act for this agent';

/** For callers that have to name the agent: services, coordinators, and agents with several ids. */
export const UNNAMED_AGENT = "Required, unless the token is an agent's with one NRDS id";

export function unnamedAgent(): GatewayFault {
  return badInput('agentNrdsId', UNNAMED_AGENT);
}

export function isUnnamedAgent(error: unknown): boolean {
  return error instanceof GatewayFault && error.code === 'BAD_USER_INPUT' && error.argument === 'agentNrdsId';
}

/** For an NRDS id that the caller may not name, or that no user has. */
export function unknownAgent(): GatewayFault {
  return faultOf('NOT_FOUND', 'agentNrdsId', UNKNOWN_AGENT);
}

/** Rethrows an error; NOT_FOUND becomes one that names the argument `agentNrdsId`. */
export function rethrowNamingAgent(error: unknown): never {
  throw isNotFound(error) ? unknownAgent() : error;
}

/** The same functions; of each of their errors, `faultOf` makes the one that is thrown. `onSuccess` is called after each that succeeds. */
export function withFaults<T extends object>(
  functions: T,
  faultOf: (cause: Error, name: string) => GatewayFault,
  onSuccess?: () => void,
): T {
  const byName = functions as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  const guarded: typeof byName = {};
  for (const name of Object.keys(byName))
    guarded[name] = async (...args) => {
      try {
        const result = await byName[name]?.(...args);
        onSuccess?.();
        return result;
      } catch (cause) {
        throw faultOf(cause as Error, name);
      }
    };
  return guarded as T;
}

/** What the service's rejection of a call means, beyond its status. */
export function meaningOf(error: unknown): UpstreamFault['means'] {
  return error instanceof UpstreamFault ? error.means : null;
}
