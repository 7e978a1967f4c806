import { findActingMember } from '#server/access/acting-member.ts';
import { forbidden, unavailable } from '#server/base/errors.ts';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { isReadOnly } from '#server/database/engine/transaction.ts';
import type { DraftedTree, FindDraftedTree } from '#server/published/visit/drafted-tree.ts';
import { readSiteTree } from '#server/published/visit/site-tree.queries.ts';
import { changeSite } from '#server/sites/load-site.ts';
import { makeChanges } from './apply-draft.ts';
import { findDraft, listDraftChanges } from './drafts.queries.ts';

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

/**
 * The tree that a site has once its draft is applied: the changes are made as they will be, the structure is read, and all is
 * undone. So a preview can't differ from what applying does. One transaction for each version of the draft and of the structure.
 */
export const findDraftedTree: FindDraftedTree = async (
  { db, gone, service },
  { organizationId, siteId, structureVersion },
  userId,
) => {
  const draft = await findDraft(db, siteId);
  const version = `${structureVersion} with the draft of ${draft.updated_at.toISOString()}`;
  const cached = trees.get(siteId);
  if (cached?.version === version) return cached.drafted;
  const changes = await listDraftChanges(db, siteId);
  if (changes.length === 0) return undefined;
  if (isReadOnly(db)) throw unavailable('A draft can’t be previewed while nothing can be changed.');
  const actor = await findActingMember(db, organizationId, userId);
  if (!actor) throw forbidden('Only members of the organization can preview the draft.');
  const request = { actor, db, gone, service, structureTags: null, params: { organizationId, siteId } };
  const rehearsal = changeSite(request, async (trx, site, member): Promise<DraftedTree> => {
    const added = await makeChanges({ trx, site, member, actor, record: async () => undefined }, changes);
    throw new Rehearsed({ added, tree: { ...(await readSiteTree(trx, siteId)), version } });
  });
  const drafted = await rehearsal.then(
    ({ result }) => result,
    (error: unknown) => {
      if (error instanceof Rehearsed) return error.drafted;
      throw error;
    },
  );
  const items = drafted.tree.sections.reduce((sum, { siteSpaces }) => sum + siteSpaces.length + 1, 1);
  trees.set(siteId, { version, drafted }, items);
  return drafted;
};
