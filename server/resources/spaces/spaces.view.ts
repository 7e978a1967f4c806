import { contentRoleOf } from '#server/access/roles.ts';
import type { Space } from '#server/generated/types.gen.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/service-settings.ts';
import { spacePermissions } from './spaces.policy.ts';
import type { SpaceRow } from './spaces.queries.ts';

/** A space as the caller, who has `level` on it, gets to see it. */
export function toSpaceView(row: SpaceRow, level: number, service: ServiceSettings): Space {
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: row.visibility,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.deleted_at && { deletedAt: row.deleted_at.toISOString() }),
    editMode: row.edit_mode,
    organization: row.organization_id,
    ...(row.parent_id !== null && { parent: row.parent_id }),
    ...(row.git_sync && { gitSync: row.git_sync }),
    ...(row.visitor_auth && { visitorAuth: row.visitor_auth }),
    revision: row.revision_id,
    defaultLevel: contentRoleOf(row.default_level),
    comments: row.comments_open,
    changeRequests: row.change_requests_total,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    urls: {
      location: apiUrl(service, `/spaces/${row.id}`),
      app: appUrl(service, `/o/${row.organization_id}/spaces/${row.id}`),
    },
    permissions: spacePermissions(level),
  };
}
