import { createCustomField } from '#api/generated/sdk.gen.ts';
import { adminRequest, chooseFromMenu, inDialog, inConfirmation } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

const createField = async (organization: Organization, name: string): Promise<string> =>
  (await createCustomField({ ...adminRequest(organization), body: { name, type: 'text' } })).data.name;

/** The fault cases of custom fields. */
export const customFieldCases = [
  {
    name: 'defining a custom field',
    operation: 'createCustomField',
    screen: () => '/custom-fields/new',
    ...inDialog('Name', 'depth', 'Create field'),
  },
  {
    name: 'changing a custom field',
    operation: 'updateCustomField',
    screen: async (organization) => `/custom-fields/${await createField(organization, 'draught')}/edit`,
    ...inDialog('Title (optional)', 'Draught in metres', /^Save/),
  },
  {
    name: 'deleting a custom field',
    operation: 'deleteCustomField',
    screen: async (organization) => `/custom-fields/${await createField(organization, 'beam')}`,
    ...inConfirmation(chooseFromMenu('More actions', 'Delete…'), 'Delete field', 'beam'),
  },
] satisfies readonly FaultCase[];
