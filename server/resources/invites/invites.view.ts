import { roleOf } from '#server/access/roles.ts';
import type { Invite } from '#api/generated/types.gen.ts';
import { appUrl, type ServiceSettings } from '#server/service-settings.ts';
import type { InviteRow } from './invites.queries.ts';

/** An invite link with the address to hand out. For those who may let people in. */
export function toInviteView(row: InviteRow, service: ServiceSettings): Invite {
  return {
    object: 'invite',
    id: row.id,
    // Links always give something: their level is never 0.
    role: roleOf(row.role) ?? 'read',
    redundant: row.redundant,
    ...(row.content_kind === 'space' && row.content_id !== null && { space: row.content_id }),
    ...(row.content_kind === 'collection' && row.content_id !== null && { collection: row.content_id }),
    urls: { app: appUrl(service, `/join/${row.organization_id}/${row.secret}`) },
  };
}
