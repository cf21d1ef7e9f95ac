/** Shows a failed request in words for the reader, with a button to try again. */
import { ServerError, ServerParseError } from '@apollo/client';
import { messageOf, retryAfterMs } from 'realty-forms-graphql-client';
import { toFailure } from 'realty-forms-graphql-client/apollo';
import { inMegabytes } from './lib/format.ts';

interface Props {
  readonly error: { readonly message: string };
  readonly onRetry?: () => unknown;
}

export function Problem({ error, onRetry }: Props) {
  return (
    <div className="alert" role="alert">
      <p>{inMegabytes(describe(error))}</p>
      {onRetry && (
        <button className="button" type="button" onClick={() => void onRetry()}>
          Try again
        </button>
      )}
    </div>
  );
}

function describe(error: Props['error']): string {
  const failure = toFailure(error);
  if (failure.errors.length > 0) return messageOf(failure);
  const seconds = Math.ceil((retryAfterMs(failure) ?? 0) / 1_000);
  if (seconds > 0) return `The gateway is busy, and asks for a pause of ${seconds} s.`;
  return isFromElsewhere(error) ? 'The gateway cannot be reached. Is it running?' : error.message;
}

/** True if the browser had no connection, or a server in front of the gateway had none and responded in its place. */
function isFromElsewhere(error: Props['error']): boolean {
  return ServerError.is(error) || ServerParseError.is(error) || error instanceof TypeError;
}
