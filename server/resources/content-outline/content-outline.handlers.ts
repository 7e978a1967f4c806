import type { ContentItem } from '#api/generated/types.gen.ts';
import { membershipOr404 } from '#server/access/actor.ts';
import { effectiveLevel, contentRoleOf } from '#server/access/roles.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { readPage, toEnvelope } from '#server/lists/lists.ts';
import { canViewSites } from '#server/sites/sites.rules.ts';
import { canManageCollection } from '../collections/collections.rules.ts';
import { canManageSpace } from '../spaces/spaces.rules.ts';
import {
  countOutline,
  getSpaceDetails,
  type OutlineRow,
  selectOutline,
  type SpaceDetailsRow,
} from './content-outline.queries.ts';

/** The content tree as one flat list. */
export const contentOutlineHandlers = {
  async listContent(request) {
    const { params, actor, db } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    const page = await readPage(request, {
      scope: { operation: 'listContent', organizationId, filters: [actor.user.id] },
      query: selectOutline(db, viewer, organizationId),
      order: [
        { column: 'outline.parent_key', direction: 'asc' },
        { column: 'outline.rank', direction: 'asc' },
        { column: 'outline.id', direction: 'asc' },
      ],
      count: () => countOutline(db, viewer, organizationId),
    });
    const details = await getSpaceDetails(db, page.rows);
    const showsSites = canViewSites(viewer);
    return toEnvelope(page, (row) => ({
      ...toContentItem(row, effectiveLevel(viewer.role, row)),
      ...viewDetails(details.get(row.id), showsSites),
    }));
  },
} satisfies Handlers<'listContent'>;

/** `level`: the caller's level on the item. */
function toContentItem(row: OutlineRow, level: number): ContentItem {
  const canEdit = row.kind === 'space' ? canManageSpace(level) : canManageCollection(level);
  return {
    kind: row.kind,
    id: row.id,
    title: row.title,
    ...(row.emoji !== null && { emoji: row.emoji }),
    ...(row.parent_id !== null && { parent: row.parent_id }),
    ...(row.edit_mode !== null && { editMode: row.edit_mode }),
    defaultLevel: contentRoleOf(row.default_level),
    canEdit,
  };
}

function viewDetails(row: SpaceDetailsRow | undefined, showsSites: boolean): Partial<ContentItem> {
  if (!row) return {};
  const { owner } = row;
  return {
    updatedAt: row.updated_at.toISOString(),
    changeRequestsOpen: row.change_requests_open,
    brokenLinks: row.broken,
    ...(owner !== null && { owner: Array.isArray(owner) ? owner.join(', ') : String(owner) }),
    ...(showsSites && { sites: row.site_titles ?? [], siteCount: row.site_count }),
  };
}
