/**
 * How many transactions the index has found, and whether there are others by now. Where no stream delivers changes, also when that was so.
 */
import { joined, moment } from './lib/format.ts';
import { type News, tally } from './lib/news.ts';
import type { Live } from './lib/use-live.ts';

interface Props {
  /** The count in words. */
  readonly text: string | null | false;
  /** What has become of the rows. */
  readonly news: readonly News[];
  readonly found: { readonly totalCount: number | null; readonly asOf: string | null; readonly isComplete: boolean };
  readonly isOutdated: boolean;
  readonly live: Live;
  readonly onReload: () => Promise<unknown>;
}

export function FoundCount({ text, news, found: { totalCount, asOf, isComplete }, isOutdated, live, onReload }: Props) {
  return (
    <div className="count" role="status">
      <span>
        {joined(
          ', ',
          text || null,
          totalCount !== null && !isComplete ? 'more are still loading' : null,
          ...tally(news),
        )}
      </span>
      {isOutdated ? (
        <span>
          The list has changed{' '}
          <button className="button" type="button" onClick={() => void onReload()}>
            Reload
          </button>
        </span>
      ) : (
        isComplete && asOf !== null && live.state !== 'live' && <span>As of {moment(asOf)}</span>
      )}
    </div>
  );
}
