/** Reads submitted forms. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The `ref` of what the reader goes on with. */
export const focus = (element: HTMLElement | null) => element?.focus();
