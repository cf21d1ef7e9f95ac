/**
 * The environment variables of the external mode, read only here: they point the suite at another service. Without
 * CONFORMANCE_BASE_URL there is no external service, and the runner starts our own.
 */
import type { Credentials } from './target.ts';

interface ExternalService {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly readOnly: Credentials | null;
  readonly mayWrite: boolean;
  readonly mobileUrl: string;
}

export interface Environment {
  readonly external: ExternalService | null;
  /** False skips the rules that check an assumption of ours rather than the specification. */
  readonly assumptions: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

export function readEnvironment(variables: Variables): Environment {
  const baseUrl = variables['CONFORMANCE_BASE_URL'];
  return {
    external: baseUrl ? readExternal(baseUrl, variables) : null,
    assumptions: variables['CONFORMANCE_ASSUMPTIONS'] !== '0',
  };
}

function readExternal(baseUrl: string, variables: Variables): ExternalService {
  const credentials = readCredentials('CONFORMANCE', variables);
  if (credentials === null) {
    throw new Error(
      'CONFORMANCE_BASE_URL needs CONFORMANCE_CLIENT_ID, CONFORMANCE_CLIENT_SECRET and CONFORMANCE_VENDOR_EMAIL',
    );
  }
  return {
    baseUrl,
    credentials,
    readOnly: readCredentials('CONFORMANCE_READ_ONLY', variables),
    mayWrite: variables['CONFORMANCE_ALLOW_WRITES'] === '1',
    mobileUrl: variables['CONFORMANCE_MOBILE_URL'] ?? 'https://mobile.example/register',
  };
}

function readCredentials(prefix: string, variables: Variables): Credentials | null {
  const id = variables[`${prefix}_CLIENT_ID`];
  const secret = variables[`${prefix}_CLIENT_SECRET`];
  const vendorEmail = variables[`${prefix}_VENDOR_EMAIL`];
  return id && secret && vendorEmail ? { id, secret, vendorEmail } : null;
}
