/** Shows a failed request in words for the reader, with a button to try again. */
import { type Failure, messageOf, retryAfterMs } from 'realty-forms-graphql-client';
import { withSizes } from './lib/format.ts';

interface Props {
  readonly failure: Failure;
  readonly onRetry: () => unknown;
}

export function Problem({ failure, onRetry }: Props) {
  return (
    <div className="alert" role="alert">
      <p>{withSizes(describe(failure))}</p>
      <button className="button" type="button" onClick={() => void onRetry()}>
        Try again
      </button>
    </div>
  );
}

/** The browser had no connection, or a server in front of the gateway had none and responded instead. */
export function isUnreachable(failure: Failure): boolean {
  const { cause, errors, status } = failure;
  const isAnswer = status === undefined ? cause instanceof Error && !(cause instanceof TypeError) : status === 413;
  return errors.length === 0 && !isAnswer && !retryAfterMs(failure);
}

function describe(failure: Failure): string {
  const { cause, errors, status } = failure;
  if (isUnreachable(failure)) return 'There is no connection to the service.';
  const seconds = Math.ceil((retryAfterMs(failure) ?? 0) / 1_000);
  if (errors.length === 0 && seconds > 0) return `The service is busy. Please try again in ${seconds} seconds.`;
  return errors.length > 0 || status !== undefined ? messageOf(failure) : (cause as Error).message;
}
