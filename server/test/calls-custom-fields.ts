import { type Arrange, at, created, nothing, type Scene, space } from './call-parts.ts';
import { newId } from '#server/database/ids.ts';
import { as } from './test-app.ts';

/** A custom field for text, by its name. */
export async function customField({ admin, base }: Scene): Promise<{ fieldName: string }> {
  const name = `field-${newId().toLowerCase()}`;
  await created(as(admin).post(`${base}/custom-fields`, { name, type: 'text' }));
  return { fieldName: name };
}

/** Calls of the operations on custom fields and their values. */
export const CUSTOM_FIELD_CALLS = {
  listCustomFields: nothing,
  createCustomField: () => ({
    params: {},
    body: { name: `field-${newId().toLowerCase()}`, type: 'select:multi', options: ['draft', 'final'] },
  }),
  getCustomField: at(customField),
  updateCustomField: at(customField, { title: 'Owner' }),
  deleteCustomField: at(customField),
  listCustomFieldValues: nothing,
  listSpaceCustomFields: at(space),
  updateSpaceCustomFields: async (scene) => {
    const { fieldName } = await customField(scene);
    return { params: await space(scene), body: { values: { [fieldName]: { value: 'Ada' } } } };
  },
} satisfies Record<string, Arrange>;
