/**
 * The end of a list that has more pages: loads the next page when it nears the viewport, or on a click. After a failure, only a click loads
 * it, so that a failing gateway is not called over and over.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toFailure } from 'realty-forms-graphql-client/apollo';
import { Problem } from './problem.tsx';

interface Answer {
  readonly error?: { readonly message: string } | undefined;
}

interface Props {
  readonly onMore: () => Promise<Answer>;
}

export function MoreRows({ onMore }: Props) {
  const [state, setState] = useState<'idle' | 'loading' | Error>('idle');
  const button = useRef<HTMLButtonElement>(null);

  async function load(): Promise<void> {
    setState('loading');
    const { error } = await onMore().catch((error: Error): Answer => ({ error }));
    setState(error instanceof Error ? error : 'idle');
  }

  const onNear = useEffectEvent(load);
  useEffect(() => {
    if (button.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // The state when the observer started and the state after the reader scrolled may arrive in one call.
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void onNear();
      },
      { rootMargin: '400px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, []);

  if (state instanceof Error) return <Problem failure={toFailure(state)} onRetry={load} />;
  return (
    <div className="more">
      <button className="button" type="button" ref={button} disabled={state === 'loading'} onClick={() => void load()}>
        {state === 'loading' ? 'Loading more…' : 'Load more'}
      </button>
    </div>
  );
}
