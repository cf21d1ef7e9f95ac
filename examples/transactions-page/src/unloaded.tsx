/** Replaces what could not be loaded. Without a connection, the banner at the top says why, once for the whole page. */
import type { Failure } from 'realty-forms-graphql-client';
import { useWaiting } from './lib/waiting.ts';
import { isUnreachable, Problem } from './problem.tsx';

interface Props {
  readonly failure: Failure;
  readonly onRetry: () => unknown;
}

export function Unloaded({ failure, onRetry }: Props) {
  return isUnreachable(failure) ? <Waiting onRetry={onRetry} /> : <Problem failure={failure} onRetry={onRetry} />;
}

function Waiting({ onRetry }: Pick<Props, 'onRetry'>) {
  useWaiting(onRetry);
  return <p className="quiet waiting">Not loaded yet.</p>;
}
