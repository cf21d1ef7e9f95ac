/** What went wrong on the way, in words for whoever reads the page, with a way to try again where that can help. */
import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client';

interface Props {
  readonly error: { readonly message: string };
  readonly onRetry?: () => unknown;
}

export function Problem({ error, onRetry }: Props) {
  return (
    <div className="alert" role="alert">
      <p>{describe(error)}</p>
      {onRetry && isWorthRetrying(error) && (
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

/** The browser had no connection, or whoever stands before the gateway had none and answered in its place. */
function isFromElsewhere(error: Props['error']): boolean {
  return ServerError.is(error) || ServerParseError.is(error) || error instanceof TypeError;
}

/** The gateway says of each error whether the same request can succeed later; a broken connection always can. */
function isWorthRetrying(error: Props['error']): boolean {
  return !CombinedGraphQLErrors.is(error) || error.errors.some(({ extensions }) => extensions?.['retryable'] === true);
}
