/**
 * A question before what the reader has typed is thrown away: by Cancel, another view, Back, or by leaving the page. Browsers without the
 * Navigation API ask only in the first case and the last.
 */
import { type RefObject, useEffect, useRef } from 'react';

type IsFilled = () => boolean;

const forms = new Set<IsFilled>();
const areFilled: IsFilled = () => [...forms].some((isFilled) => isFilled());

/** False if the reader would rather stay; without a form in particular, all of the page are meant. */
export function mayDiscard(isFilled = areFilled): boolean {
  return !isFilled() || window.confirm('Discard what you have entered?');
}

/** Has the form guarded as long as it is shown. Returns whether it holds something else than at first. */
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

// What is behind the question mark says how the list looks, and the form stays beside it.
const viewOf = (url: string | null) => url && new URL(url).hash.split('?')[0];

window.navigation?.addEventListener('navigate', (event) => {
  const { sameDocument, url } = event.destination;
  const isOther = sameDocument && viewOf(url) !== viewOf(window.location.href);
  if (isOther && event.cancelable && !mayDiscard()) event.preventDefault();
});
