import { toAuthorView } from '#server/access/users.view.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { countOf, countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { changeSite, loadChangeableSite } from '#server/sites/load-site.ts';
import { fillDraft } from '../drafts/fill-draft.ts';
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
    const { result: missing } = await changeSite(request, async (trx, site, member) => {
      const { changes, missing: lost, at } = await planRestoration(trx, member, request.params);
      await fillDraft(trx, request, site, {
        changes,
        action: 'restoreStructureVersion',
        summary: `Brought an earlier structure of the site “${site.title}” back as a draft of ${countOf(changes.length, 'change')}.`,
        details: { before: at.toISOString() },
      });
      return lost;
    });
    return { object: 'restored-structure', draft: await viewDraft(request), missing };
  },
} satisfies Handlers<'listStructureVersions' | 'restoreStructureVersion'>;
