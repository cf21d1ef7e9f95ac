/** What went wrong on the way, with a way to try again where that can help. */
import { CombinedGraphQLErrors } from '@apollo/client';

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
  return CombinedGraphQLErrors.is(error) ? error.errors.map(({ message }) => message).join(' ') : error.message;
}

/** The gateway says of each error whether the same request can succeed later; a broken connection always can. */
function isWorthRetrying(error: Props['error']): boolean {
  return !CombinedGraphQLErrors.is(error) || error.errors.some(({ extensions }) => extensions?.['retryable'] === true);
}
