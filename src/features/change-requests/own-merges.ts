/** Which change requests were merged from this page, so that it is told apart from what others have merged. */
const ownMergeIds = new Set<string>();

/** Remembers that somebody merged a change request here. */
export function recordOwnMerge(id: string): void {
  ownMergeIds.add(id);
}

/** Whether a change request was merged from this page. */
export function wasMergedHere(id: string): boolean {
  return ownMergeIds.has(id);
}
