import { createSpace, createTranslation } from '#api/generated/sdk.gen.ts';
import { adminRequest, chooseFromMenu, inDialog, inConfirmation } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

const createTranslationSettings = async (organization: Organization, title: string): Promise<string> =>
  (await createTranslation({ ...adminRequest(organization), body: { title } })).data.id;

/** The fault cases of translation settings. */
export const translationCases = [
  {
    name: 'making translation settings',
    operation: 'createTranslation',
    screen: () => '/translations/new',
    ...inDialog('Title', 'German handbook', 'Create settings'),
  },
  {
    name: 'renaming translation settings',
    operation: 'updateTranslation',
    screen: async (organization) =>
      `/translations/${await createTranslationSettings(organization, 'Dutch')}/rename`,
    // After an edit conflict, the button says that it overwrites.
    ...inDialog('Title', 'Dutch handbook', /^Rename/),
  },
  {
    name: 'changing the instructions of a translation',
    operation: 'updateTranslation',
    async screen(organization) {
      const request = adminRequest(organization);
      const { data: space } = await createSpace({ ...request, body: { title: 'Harbour' } });
      const source = { space: space.id, language: 'en' };
      const { data } = await createTranslation({ ...request, body: { source, language: 'nl' } });
      return `/translations/${data.id}/instructions`;
    },
    ...inDialog('Instructions (optional)', 'Say “u”.', 'Save changes'),
  },
  {
    name: 'deleting translation settings',
    operation: 'deleteTranslation',
    async screen(organization) {
      await createTranslationSettings(organization, 'Danish');
      return '/translations';
    },
    ...inConfirmation(chooseFromMenu('Actions for Danish', 'Delete…'), 'Delete settings'),
  },
] satisfies readonly FaultCase[];
