import type { Membership } from '#server/access/actor.ts';
import type { TranslationSettings } from '#api/generated/types.gen.ts';
import { apiUrl, type ServiceSettings } from '#server/service-settings.ts';
import { translationPermissions } from './translations.policy.ts';
import type { TranslationRow } from './translations.queries.ts';

/** Translation settings as a member of their organization gets to see them. */
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
