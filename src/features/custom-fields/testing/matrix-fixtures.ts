import type { CustomField, SpaceFieldValues } from '#api/generated/types.gen.ts';

/** A definition whose id is its name. */
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

/** The values of one space. */
export function createRow(
  id: string,
  title: string,
  values: SpaceFieldValues['values'] = {},
  canEdit = true,
): SpaceFieldValues {
  return { space: { id, title, emoji: '📘' }, values, canEdit };
}
