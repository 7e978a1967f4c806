import { createSamlProvider } from '#api/generated/sdk.gen.ts';
import { adminRequest, chooseFromMenu, inDialog, inConfirmation } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

const createProvider = async (organization: Organization, label: string): Promise<string> =>
  (await createSamlProvider({ ...adminRequest(organization), body: { label } })).data.id;

/** The fault cases of identity providers. */
export const samlCases = [
  {
    name: 'adding an identity provider',
    operation: 'createSamlProvider',
    screen: () => '/sso/new',
    ...inDialog('Label', 'Skerry ID', 'Add provider'),
  },
  {
    name: 'changing an identity provider',
    operation: 'updateSamlProvider',
    screen: async (organization) => `/sso/${await createProvider(organization, 'Quay ID')}/edit`,
    ...inDialog('Label', 'Harbour ID', 'Save changes'),
  },
  {
    name: 'deleting an identity provider',
    operation: 'deleteSamlProvider',
    screen: async (organization) => `/sso/${await createProvider(organization, 'Pier ID')}`,
    ...inConfirmation(chooseFromMenu('More actions', 'Delete…'), 'Delete provider', 'Pier ID'),
  },
] satisfies readonly FaultCase[];
