import { isAdministrator, type Membership } from '#server/access/actor.ts';
import type { CustomFieldPermissions } from '#api/generated/types.gen.ts';

/** Whether a member may define, change and delete custom fields. */
export function canDefineFields(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** What a member may do with a definition; everybody in the organization sees it. */
export function customFieldPermissions(membership: Membership): CustomFieldPermissions {
  return { view: true, edit: canDefineFields(membership) };
}
