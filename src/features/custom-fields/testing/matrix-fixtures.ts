import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';

/** A field whose id is its name. */
export function createField(
  name: string,
  type: CustomField['type'],
  more: Partial<CustomField> = {},
): CustomField {
  return {
    id: name,
    name,
    type,
    createdAt: '',
    updatedAt: '',
    urls: { location: '' },
    permissions: { view: true, edit: true },
    ...more,
  };
}

export function createRow(
  id: string,
  title: string,
  values: SpaceFieldValues['values'] = {},
  canEdit = true,
): SpaceFieldValues {
  return { space: { id, title, emoji: '📘' }, values, canEdit };
}
