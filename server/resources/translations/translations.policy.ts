import { isAdministrator, type Membership } from '#server/access/actor.ts';
import type { TranslationPermissions } from '#api/generated/types.gen.ts';

/** Whether a member may add, rename and delete translation settings. */
export function canChangeTranslations(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** What a member may do with translation settings; everybody in the organization sees them. */
export function translationPermissions(membership: Membership): TranslationPermissions {
  return { view: true, edit: canChangeTranslations(membership) };
}
