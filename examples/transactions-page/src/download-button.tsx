/**
 * Requests a fresh link and opens it in the browser, which saves the file and stays on the page. First, it checks whether the link works:
 * the browser would report a failure only in its list of downloads.
 */
import { useState } from 'react';
import { fetchInTime } from './lib/fetch-in-time.ts';

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
    const opens = link != null && (await answers(link));
    setState(opens ? 'idle' : 'failed');
    if (opens) follow(link);
  }

  return (
    <span className="download">
      {state === 'failed' && (
        <span className="wrong" role="alert">
          Not available now
        </span>
      )}
      <button className="button" type="button" disabled={state === 'asking'} onClick={() => void download()}>
        {state === 'failed' ? 'Try again' : label}
        {about && <span className="unseen"> {about}</span>}
      </button>
    </span>
  );
}

async function answers(link: string): Promise<boolean> {
  const response = await fetchInTime(link, { method: 'HEAD' }).catch(() => null);
  return response?.ok === true;
}

function follow(link: string): void {
  const anchor = document.createElement('a');
  anchor.href = link;
  anchor.download = '';
  anchor.click();
}
