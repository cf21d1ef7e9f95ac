/** Requests a fresh link and opens it in the browser, which saves the file and stays on the page. */
import { useState } from 'react';

interface Props {
  readonly label: string;
  /** Context that screen readers announce in addition to the label. */
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
