/** What is shown until something is loaded: the shape of what comes. index.html has that of the whole page, until this code is there. */
interface Props {
  /** Which shape; marks.css draws them. */
  readonly shape: 'list' | 'rows' | 'card' | 'lines';
}

export function Skeleton({ shape }: Props) {
  return (
    <div role="status">
      <span className="unseen">Loading…</span>
      {shape === 'list' && <div className="bones bones-filters" />}
      <div className={`bones bones-${shape === 'list' ? 'rows' : shape}`} />
    </div>
  );
}
