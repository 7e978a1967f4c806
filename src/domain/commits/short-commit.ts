/** The beginning of the identifier of a commit, as Git shows it. */
export const shortCommit = (oid: string): string => oid.slice(0, 7);
