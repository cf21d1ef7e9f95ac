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

interface Kinds {
  readonly status?: string | null;
  readonly type?: string | null;
  readonly propertyType?: string | null;
}

interface KindFilter {
  readonly statuses?: readonly string[] | null | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly propertyTypes?: readonly string[] | null | undefined;
}

/** Whether a transaction may match a filter, as far as that can be seen here: names and dates are compared by the gateway alone. */
export function mayMatch(transaction: object, filter: KindFilter | null | undefined): boolean {
  const { status, type, propertyType } = transaction as Kinds;
  const allows = (allowed: readonly string[] | null | undefined, value: string | null | undefined) =>
    allowed == null || value === undefined || (value !== null && allowed.includes(value));
  return allows(filter?.statuses, status) && allows(filter?.types, type) && allows(filter?.propertyTypes, propertyType);
}
