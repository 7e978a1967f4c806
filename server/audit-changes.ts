/**
 * The columns of a row that a change mentions, for the audit log. Columns that are undefined in `changes` are left out.
 */
export function pickChangedColumns(changes: object, row: object): Record<string, unknown> {
  const changed = new Map<string, unknown>(Object.entries(changes));
  return Object.fromEntries(Object.entries(row).filter(([column]) => changed.get(column) !== undefined));
}
