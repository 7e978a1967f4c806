/**
 * The part of a row that a change is about, for the audit log: its columns for which `changes` holds a value. Columns
 * that are undefined in `changes` were not mentioned and stay out.
 */
export function pickChangedColumns(changes: object, row: object): Record<string, unknown> {
  const changed = new Map<string, unknown>(Object.entries(changes));
  return Object.fromEntries(Object.entries(row).filter(([column]) => changed.get(column) !== undefined));
}
