/** Change requests merged in this tab, to tell them from those that others merge. */
const ownMergeIds = new Set<string>();

export function recordOwnMerge(id: string): void {
  ownMergeIds.add(id);
}

export function wasMergedHere(id: string): boolean {
  return ownMergeIds.has(id);
}
