/** What is shown until something is loaded: the shape of what comes. index.html has that of the whole page, until this code is there. */
interface Props {
  /** Which shape; list.css and parts.css draw them. */
  readonly shape: 'rows' | 'card' | 'lines';
}

export function Skeleton({ shape }: Props) {
  return (
    <div className={`bones bones-${shape}`} role="status">
      <span className="unseen">Loading…</span>
    </div>
  );
}
