import { toAuthorView } from '#server/access/users.view.ts';
import { conflict } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { countOf, countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { changeSite, loadChangeableSite, recordSiteChange } from '#server/sites/load-site.ts';
import { findDraft, insertDraftChange, listDraftChanges, writeDraft } from '../drafts/drafts.queries.ts';
import { viewDraft } from '../drafts/view-draft.ts';
import { planRestoration } from './plan-restoration.ts';
import { selectVersions } from './versions.queries.ts';

/** Earlier states of a site's structure (decision 299). */
export const structureVersionHandlers = {
  async listStructureVersions(request) {
    const { db, params } = request;
    const { site } = await loadChangeableSite(request);
    const versions = selectVersions(db, params);
    const page = await readPage(request, {
      scope: { operation: 'listStructureVersions', organizationId: site.organization_id, filters: [site.id] },
      query: versions,
      order: [{ column: 'structure_versions.place', direction: 'desc' }],
      keysOf: (row) => [row.place],
      count: () => countRows(versions),
    });
    return toEnvelope(page, ({ version, at, entries }) => ({
      object: 'structure-version',
      id: version,
      changedAt: at.toISOString(),
      changes: entries.map(({ action, summary, userId, displayName, email, photoURL }) => ({
        action,
        summary,
        ...(userId !== null && {
          user: toAuthorView(userId, { display_name: displayName, email, photo_url: photoURL }),
        }),
      })),
    }));
  },

  async restoreStructureVersion(request) {
    const { actor, clock, params } = request;
    const { result: missing } = await changeSite(request, async (trx, site, member) => {
      const draft = await findDraft(trx, site.id);
      if ((await listDraftChanges(trx, site.id)).length > 0)
        throw conflict('The draft has changes. Apply or discard it first.');
      const { changes, missing: lost, at } = await planRestoration(trx, member, params);
      const now = clock.now();
      await writeDraft(trx, draft, now);
      for (const change of changes)
        await insertDraftChange(trx, site.id, change, { userId: actor.user.id, now });
      await recordSiteChange(trx, request, site, {
        action: 'restoreStructureVersion',
        summary: `Brought an earlier structure of the site “${site.title}” back as a draft of ${countOf(changes.length, 'change')}.`,
        after: { before: at.toISOString(), changes: changes.length },
      });
      return lost;
    });
    return { object: 'restored-structure', draft: await viewDraft(request), missing };
  },
} satisfies Handlers<'listStructureVersions' | 'restoreStructureVersion'>;
