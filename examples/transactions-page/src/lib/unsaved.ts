/**
 * Asks before what the reader has typed is discarded: by Cancel, another view, Back, or by leaving the page. Browsers without the
 * Navigation API ask only for Cancel and when the page is left.
 */
import { type RefObject, useEffect, useRef } from 'react';

type IsFilled = () => boolean;

const forms = new Set<IsFilled>();
const areFilled: IsFilled = () => [...forms].some((isFilled) => isFilled());

/** False if the reader would rather stay. By default, asks about all forms of the page. */
export function mayDiscard(isFilled = areFilled): boolean {
  return !isFilled() || window.confirm('Discard what you have entered?');
}

/** Guards the form while it is shown. Returns a function that says whether its content has changed. */
export function useGuard(form: RefObject<HTMLFormElement | null>): IsFilled {
  const first = useRef('');
  const isFilled = useRef<IsFilled>(() => contentOf(form.current) !== first.current).current;
  useEffect(() => {
    first.current = contentOf(form.current);
    forms.add(isFilled);
    return () => void forms.delete(isFilled);
  }, [form, isFilled]);
  return isFilled;
}

function contentOf(form: HTMLFormElement | null): string {
  const values = form ? [...new FormData(form).values()] : [];
  return JSON.stringify(values.map((value) => (value instanceof File ? value.name : value)));
}

window.addEventListener('beforeunload', (event) => {
  if (areFilled()) event.preventDefault();
});

// The part after the question mark says how the list looks; when only that changes, the form stays.
const viewOf = (url: string | null) => url && new URL(url).hash.split('?')[0];

window.navigation?.addEventListener('navigate', (event) => {
  const { sameDocument, url } = event.destination;
  const isOther = sameDocument && viewOf(url) !== viewOf(window.location.href);
  if (isOther && event.cancelable && !mayDiscard()) event.preventDefault();
});
