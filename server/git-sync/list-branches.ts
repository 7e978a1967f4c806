import type { GitServer } from './git-server.ts';

export interface ListedBranch {
  name: string;
  commit: string;
}

const REFS_HEADS = 'refs/heads/';

/** The branches that a repository has now, by name. */
export async function listBranches(server: GitServer): Promise<ListedBranch[]> {
  const refs = await server.listRefs();
  return refs
    .filter(({ ref }) => ref.startsWith(REFS_HEADS))
    .map(({ ref, oid }) => ({ name: ref.slice(REFS_HEADS.length), commit: oid }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
