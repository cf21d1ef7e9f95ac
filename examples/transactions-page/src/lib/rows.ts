/** A record that moved while its list was loaded page by page is on two pages; it is shown once, at its first place. */
export function uniqueById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
