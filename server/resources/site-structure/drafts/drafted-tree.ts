import { findActingMember } from '#server/access/acting-member.ts';
import { forbidden, unavailable } from '#server/base/errors.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { SharedReads } from '#server/database/engine/shared-reads.ts';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { DraftedTree, FindDraftedTree } from '#server/published/visit/drafted-tree.ts';
import { readSiteTree } from '#server/published/visit/site-tree.queries.ts';
import { changeSite } from '#server/sites/load-site.ts';
import { makeChanges } from './apply-draft.ts';
import { type DraftChangeRow, findDraft, listDraftChanges } from './drafts.queries.ts';

/** The tree of each site with its draft as it was previewed last; weights are numbers of items. */
const trees = new WeightedCache<{ version: string; drafted: DraftedTree }>(50_000);

/** Ends a transaction whose changes only had to be seen. */
class Rehearsed extends Error {
  readonly drafted: DraftedTree;

  constructor(drafted: DraftedTree) {
    super('This transaction is undone after its structure was read.');
    this.drafted = drafted;
  }
}

/** Requests for the same draft at the same time wait for one rehearsal: each would lock the site. */
const rehearsals = new SharedReads<DraftedTree>();

/**
 * The tree that a site has once its draft is applied: the changes are made as they will be, the structure is read, and all is
 * undone. So a preview can't differ from what applying does. One transaction for each version of the draft and of the structure.
 */
export const findDraftedTree: FindDraftedTree = async (request, site, userId) => {
  const { siteId, structureVersion } = site;
  const draft = await findDraft(request.db, siteId);
  const version = `${structureVersion} with the draft of ${draft.updated_at.toISOString()}`;
  const cachedTree = () => {
    const cached = trees.get(siteId);
    return cached?.version === version ? cached.drafted : undefined;
  };
  if (cachedTree()) return cachedTree();
  const changes = await listDraftChanges(request.db, siteId);
  if (changes.length === 0) return undefined;
  return rehearsals.get(JSON.stringify([siteId, version, userId]), async () => {
    const rehearsed = cachedTree();
    if (rehearsed) return rehearsed;
    const { added, tree } = await rehearse(request, site, { changes, userId });
    const drafted = { added, tree: { ...tree, version } };
    const items = tree.sections.reduce((sum, { siteSpaces }) => sum + siteSpaces.length + 1, 1);
    trees.set(siteId, { version, drafted }, items);
    return drafted;
  });
};

/** Makes changes in a structure as a member, reads it, and undoes them. */
async function rehearse(
  { db, gone, service }: Parameters<FindDraftedTree>[0],
  { organizationId, siteId }: Parameters<FindDraftedTree>[1],
  { changes, userId }: { changes: readonly DraftChangeRow[]; userId: string },
): Promise<DraftedTree> {
  if (isReadOnly(db)) throw unavailable('A draft can’t be previewed while nothing can be changed.');
  const actor = await findActingMember(db, organizationId, userId);
  if (!actor) throw forbidden('Only members of the organization can preview the draft.');
  const request = { actor, db, gone, service, structureTags: null, params: { organizationId, siteId } };
  const rehearsal = changeSite(request, async (trx, site, member): Promise<DraftedTree> => {
    const added = await makeChanges({ trx, site, member, actor, record: async () => undefined }, changes);
    throw new Rehearsed({ added, tree: await readSiteTree(trx, siteId) });
  });
  return rehearsal.then(
    ({ result }) => result,
    (error: unknown) => {
      if (error instanceof Rehearsed) return error.drafted;
      throw error;
    },
  );
}
