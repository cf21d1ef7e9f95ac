/** Asks for a fresh link and hands it to the browser, which saves what is behind it and stays on the page. */
import { useState } from 'react';

interface Props {
  readonly label: string;
  /** What the label leaves out for those who hear it alone. */
  readonly about?: string;
  readonly findLink: () => Promise<string | null | undefined>;
}

export function DownloadButton({ label, about, findLink }: Props) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');

  async function download(): Promise<void> {
    setState('asking');
    const link = await findLink().catch(() => null);
    setState(link ? 'idle' : 'failed');
    if (link) follow(link);
  }

  return (
    <span className="download">
      {state === 'failed' && (
        <span className="wrong" role="alert">
          Not available now
        </span>
      )}
      <button className="button" type="button" disabled={state === 'asking'} onClick={() => void download()}>
        {label}
        {about && <span className="unseen"> {about}</span>}
      </button>
    </span>
  );
}

function follow(link: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.download = '';
  anchor.click();
}
