/** Shown until something is loaded, in the shape of what comes. index.html has the shape of the whole page, until this code is loaded. */
interface Props {
  /** The shape; marks.css draws it. */
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
