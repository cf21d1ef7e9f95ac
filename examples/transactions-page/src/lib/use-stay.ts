/** The browser asks before the page is left while something is being sent: nobody would be told what has become of it. */
import { useEffect } from 'react';

export function useStay(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
}
