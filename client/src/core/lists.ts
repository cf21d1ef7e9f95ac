/** Lists that change while they are read page by page. */

/** Whether a response's `extensions` tell that records may be missing or repeated, because the list has changed meanwhile. */
export function hasListChanged(extensions: Readonly<Record<string, unknown>> | null | undefined): boolean {
  const warnings = extensions?.['warnings'];
  return (
    Array.isArray(warnings) && warnings.some((warning: { readonly code?: unknown }) => warning.code === 'LIST_CHANGED')
  );
}

/** Each record once, at its first place, with its later state: one that moves meanwhile can be on two pages. */
export function uniqueById<Row extends { readonly id: string }>(rows: readonly (Row | null | undefined)[]): Row[] {
  return [...new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : []))).values()];
}
