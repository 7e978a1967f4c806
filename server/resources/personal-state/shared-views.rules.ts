import type { SharedView } from '#api/generated/types.gen.ts';
import { type Actor, isAdministrator, type Membership, membershipOr404 } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { type AuthorRow, toAuthorView } from '#server/access/users.view.ts';
import { forbidden } from '#server/base/errors.ts';
import { apiUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** A shared view, with who shared it. */
export type SharedViewRow = Row<'shared_views'> & AuthorRow;

/** Views that an organization can have. */
export const MAX_SHARED_VIEWS = 500;

/** Filters can contain names of what guests can't read. Throws 403 for them. */
export function requireViewReader(actor: Actor, organizationId: string): Membership {
  const viewer = membershipOr404(actor, organizationId);
  if (viewer.role < LEVEL.read) throw forbidden('Guests cannot see shared views.');
  return viewer;
}

export function canEditSharedView(viewer: Membership, row: Pick<SharedViewRow, 'created_by'>): boolean {
  return row.created_by === viewer.userId || isAdministrator(viewer);
}

export function toSharedViewView(
  row: SharedViewRow,
  viewer: Membership,
  service: ServiceSettings,
): SharedView {
  const { id, organization_id: organization, screen, name, search, created_by: createdBy } = row;
  return {
    object: 'shared-view',
    id,
    organization,
    screen,
    name,
    search,
    ...(createdBy !== null && { createdBy: toAuthorView(createdBy, row) }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    permissions: { edit: canEditSharedView(viewer, row) },
    urls: { location: apiUrl(service, `/orgs/${organization}/shared-views/${id}`) },
  };
}
