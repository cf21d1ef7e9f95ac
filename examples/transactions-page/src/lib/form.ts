/** Reads submitted forms. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A `ref` that focuses the element with which the reader continues. */
export const focus = (element: HTMLElement | null) => element?.focus();
