import type { TranslationPermissions, TranslationSettings } from '#api/generated/types.gen.ts';
import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { apiUrl, type ServiceSettings } from '#server/service-settings.ts';
import type { TranslationRow } from './translations.queries.ts';

export function canManageTranslations(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** All members can view them. */
function translationPermissions(membership: Membership): TranslationPermissions {
  return { view: true, edit: canManageTranslations(membership) };
}

export function toTranslationView(
  row: TranslationRow,
  viewer: Membership,
  service: ServiceSettings,
): TranslationSettings {
  return {
    object: 'translation-settings',
    id: row.id,
    title: row.title,
    languages: row.languages,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    permissions: translationPermissions(viewer),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/translations/${row.id}`) },
  };
}
