import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { apiUrl, appUrl, type ServiceSettings } from '#server/service-settings.ts';
import { toAuthorView } from '#server/access/users.view.ts';
import type { ChangeRequestRow } from './change-requests.queries.ts';

export function toChangeRequestView(row: ChangeRequestRow, service: ServiceSettings): ChangeRequest {
  const path = `/spaces/${row.space_id}`;
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    createdBy: toAuthorView(row.created_by, row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    revision: row.revision_id,
    revisionInitial: row.revision_initial,
    ...(row.revision_merged_ancestor !== null && { revisionMergedAncestor: row.revision_merged_ancestor }),
    ...(row.revision_merged !== null && { revisionMerged: row.revision_merged }),
    comments: row.comments_open,
    outdated: row.base_revision_id !== row.space_revision_id,
    urls: {
      app: appUrl(service, `/o/${row.organization_id}${path}/changes/${row.number}`),
      location: apiUrl(service, `${path}/change-requests/${row.id}`),
    },
  };
}
