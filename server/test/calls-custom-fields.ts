import {
  type CallFactory,
  callWith,
  createdId,
  organizationCall,
  type ApiFixture,
  spaceParams,
} from './call-parts.ts';
import { newId } from '#server/database/ids.ts';
import { as } from './test-app.ts';

/** A custom field for text, by its name. */
export async function customFieldParams({ admin, base }: ApiFixture): Promise<{ fieldName: string }> {
  const name = `field-${newId().toLowerCase()}`;
  await createdId(as(admin).post(`${base}/custom-fields`, { name, type: 'text' }));
  return { fieldName: name };
}

/** Calls of the operations on custom fields and their values. */
export const CUSTOM_FIELD_CALLS = {
  listCustomFields: organizationCall,
  createCustomField: () => ({
    params: {},
    body: { name: `field-${newId().toLowerCase()}`, type: 'select:multi', options: ['draft', 'final'] },
  }),
  getCustomField: callWith(customFieldParams),
  updateCustomField: callWith(customFieldParams, { title: 'Owner' }),
  deleteCustomField: callWith(customFieldParams),
  listCustomFieldValues: organizationCall,
  listSpaceCustomFields: callWith(spaceParams),
  updateSpaceCustomFields: async (fixture) => {
    const { fieldName } = await customFieldParams(fixture);
    return { params: await spaceParams(fixture), body: { values: { [fieldName]: { value: 'Ada' } } } };
  },
} satisfies Record<string, CallFactory>;
