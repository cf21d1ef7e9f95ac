/** Shows a failed request in words for the reader, with a button to try again. */
import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client';

interface Props {
  readonly error: { readonly message: string };
  readonly onRetry?: () => unknown;
}

export function Problem({ error, onRetry }: Props) {
  return (
    <div className="alert" role="alert">
      <p>{describe(error)}</p>
      {onRetry && (
        <button className="button retry" type="button" onClick={() => void onRetry()}>
          Try again
        </button>
      )}
    </div>
  );
}

function describe(error: Props['error']): string {
  if (CombinedGraphQLErrors.is(error)) return error.errors.map(({ message }) => message).join(' ');
  return isFromElsewhere(error) ? 'The gateway cannot be reached. Is it running?' : error.message;
}

/** True if the browser had no connection, or a server in front of the gateway had none and responded in its place. */
function isFromElsewhere(error: Props['error']): boolean {
  return ServerError.is(error) || ServerParseError.is(error) || error instanceof TypeError;
}
