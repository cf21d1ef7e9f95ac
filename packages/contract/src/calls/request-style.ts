/**
 * How a request is written where services differ. The service's public documentation advises to include a parameter even if it is
 * blank, so every optional one of an endpoint's table is sent: as blank text, also where the table has an integer, because a number
 * would say something. The filter of activeUsers and passcodeReturn have two forms.
 */
import { type EndpointName, endpoints, type RequestField } from './endpoints.ts';

export interface RequestStyle {
  /** Whether optional parameters without a value are sent blank, or left out. */
  readonly blanks: 'send' | 'omit';
  /** The filter of activeUsers: `incremental`, or `filter=<incremental>`. */
  readonly incremental: 'word' | 'bracketed';
  readonly passcodeReturn: 'boolean' | 'text';
}

export const defaultStyle: RequestStyle = { blanks: 'send', incremental: 'word', passcodeReturn: 'boolean' };

export const INCREMENTAL = 'incremental';
export const BRACKETED_INCREMENTAL = `filter=<${INCREMENTAL}>`;

const optionalFields = new Map(
  Object.entries(endpoints).map(([endpoint, { request }]) => {
    const fields = Object.entries<RequestField>(request).filter(([, { optional }]) => optional);
    return [endpoint as EndpointName, Object.fromEntries(fields.map(([name]) => [name, '']))];
  }),
);

export function writeRequest(
  endpoint: EndpointName,
  request: object,
  { blanks, incremental, passcodeReturn }: RequestStyle = defaultStyle,
): object {
  const written: Record<string, unknown> = { ...(blanks === 'send' && optionalFields.get(endpoint)), ...request };
  if (endpoint === 'activeUsers' && incremental === 'bracketed' && written['filter'] === INCREMENTAL)
    written['filter'] = BRACKETED_INCREMENTAL;
  if (endpoint === 'userRegistration' && passcodeReturn === 'text')
    written['passcodeReturn'] = String(written['passcodeReturn']);
  return written;
}
