/** Which change requests were merged from this page, so that it is told apart from what others have merged. */
const own = new Set<string>();

/** Remembers that somebody merged a change request here. */
export function rememberMerge(id: string): void {
  own.add(id);
}

/** Whether a change request was merged from this page. */
export function wasMergedHere(id: string): boolean {
  return own.has(id);
}
