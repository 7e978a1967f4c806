import {
  type ApiFixture,
  callWith,
  createdId,
  organizationCall,
  spaceParams,
} from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { emojis } from '#server/test/contract/texts.ts';
import { as } from '#server/test/test-app.ts';

/** Translation settings. */
async function translationParams({ admin, base }: ApiFixture): Promise<{ translationSettingsId: string }> {
  const url = `${base}/translations`;
  return { translationSettingsId: await createdId(as(admin).post(url, { title: 'Nederlands' })) };
}

/** A text as the public platform sends it. */
const platformDocument = {
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Say “u”.', marks: [] }] }],
    },
  ],
};

export const translationCases = contractCases({
  otherBodies: {
    createTranslation: [
      async (fixture) => {
        const { spaceId: space } = await spaceParams(fixture);
        return { source: { space, language: 'en' }, language: 'nl', instructions: platformDocument };
      },
    ],
    updateTranslation: [() => ({ instructions: platformDocument })],
  },
  calls: {
    listTranslations: organizationCall,
    createTranslation: () => ({ params: {}, body: { title: 'Nederlands' } }),
    getTranslation: callWith(translationParams),
    updateTranslation: callWith(translationParams, { title: 'Vlaams' }),
    deleteTranslation: callWith(translationParams),
  },
  // oxfmt-ignore
  permissions: {
    //                 none bad  outs disa gues read comm edit revi crea owne admi
    listTranslations:  [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    createTranslation: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 201],
    getTranslation:    [401, 401, 404, 403, 200, 200, 200, 200, 200, 200, 200, 200],
    updateTranslation: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    deleteTranslation: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 205],
  },
  lists: {
    listTranslations: {
      addItem: translationParams,
      deleteItem: ({ base }, _, id) => `${base}/translations/${id}`,
    },
  },
  limits: {
    createTranslation: { title: [1, 100, emojis], language: [2, 35, null] },
    updateTranslation: { title: [1, 100, emojis] },
  },
  references: [
    ['createTranslation', 'spaceId', (id) => ({ source: { space: id, language: 'en' }, language: 'nl' })],
  ],
  ids: {
    translationSettingsId: {
      otherKind: 'spaceId',
      url: ({ translationSettingsId }, base) => `${base}/translations/${translationSettingsId}`,
    },
  },
  createIds: translationParams,
});
