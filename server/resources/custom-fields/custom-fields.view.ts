import type { Membership } from '#server/access/actor.ts';
import type { CustomField } from '#api/generated/types.gen.ts';
import { apiUrl, type ServiceSettings } from '#server/service-settings.ts';
import { customFieldPermissions } from './custom-fields.policy.ts';
import type { FieldRow } from './custom-fields.queries.ts';

/** A custom field as a member of its organization gets to see it. */
export function toFieldView(row: FieldRow, viewer: Membership, service: ServiceSettings): CustomField {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    ...(row.title !== null && { title: row.title }),
    ...(row.description !== null && { description: row.description }),
    ...(row.placeholder !== null && { placeholder: row.placeholder }),
    ...(row.options !== null && { options: row.options }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location: apiUrl(service, `/orgs/${row.organization_id}/custom-fields/${row.name}`) },
    permissions: customFieldPermissions(viewer),
  };
}
