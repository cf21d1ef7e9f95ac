/** How many the index has found, and when that was so: it is not told of changes, so the reader can ask again. */
import { moment } from './lib/format.ts';

interface Props {
  /** The count in words. */
  readonly text: string | null | false;
  readonly found: {
    readonly totalCount: number | null;
    readonly asOf: string | null;
    readonly isComplete: boolean;
    readonly reload: () => Promise<unknown>;
  };
}

export function FoundCount({ text, found: { totalCount, asOf, isComplete, reload } }: Props) {
  return (
    <div className="count">
      <span role="status">
        {text}
        {totalCount !== null && !isComplete && ', more are still loading'}
      </span>
      {isComplete && (
        <span>
          As of {moment(asOf)}{' '}
          <button className="button" type="button" title="Refresh" onClick={() => void reload()}>
            <span aria-hidden="true">↻</span>
            <span className="unseen">Refresh</span>
          </button>
        </span>
      )}
    </div>
  );
}
