import { newId } from '#server/base/ids.ts';
import {
  type ApiFixture,
  callWith,
  createdId,
  inOrganization,
  organizationCall,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { ascii, emojis } from '#server/test/contract/texts.ts';
import { createSpace } from '#server/test/factories.ts';
import { as, testApp } from '#server/test/test-app.ts';

/** A custom text field, by its name. */
async function customFieldParams({ admin, base }: ApiFixture): Promise<{ fieldName: string }> {
  const name = `field-${newId().toLowerCase()}`;
  await createdId(as(admin).post(`${base}/custom-fields`, { name, type: 'text' }));
  return { fieldName: name };
}

export const customFieldCases = contractCases({
  calls: {
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
  },
  // oxfmt-ignore
  permissions: {
    //                       none bad  outs disa gues read comm edit revi crea owne admi
    listCustomFields:        [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    createCustomField:       [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    getCustomField:          [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    updateCustomField:       [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteCustomField:       [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 204],
    listCustomFieldValues:   [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    listSpaceCustomFields:   [401, 401, 404, 403, 404, 200, 200, 200, 200, 200, 200, 200],
    updateSpaceCustomFields: [401, 401, 404, 403, 404, 403, 403, 403, 403, 204, 403, 204],
  },
  lists: {
    listCustomFields: {
      addItem: customFieldParams,
      deleteItem: async ({ base }, _, id) => {
        const { db } = await testApp();
        const field = await db
          .selectFrom('custom_fields')
          .select('name')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return `${base}/custom-fields/${field.name}`;
      },
    },
    listCustomFieldValues: {
      addItem: (fixture) => createSpace({ ...inOrganization(fixture), title: newId() }),
      deleteItem: (_fixture, _call, id) => `/v1/spaces/${id}`,
    },
  },
  limits: {
    createCustomField: {
      name: [1, 50, ascii],
      title: [0, 100, emojis],
      description: [0, 200, emojis],
      placeholder: [0, 100, emojis],
    },
    updateCustomField: {
      title: [0, 100, emojis],
      description: [0, 200, emojis],
      placeholder: [0, 100, emojis],
    },
  },
  references: [['updateSpaceCustomFields', 'fieldName', (id) => ({ values: { [id]: { value: 'Ada' } } })]],
  ids: {
    fieldName: { otherKind: 'spaceId', url: ({ fieldName }, base) => `${base}/custom-fields/${fieldName}` },
  },
  createIds: customFieldParams,
});
