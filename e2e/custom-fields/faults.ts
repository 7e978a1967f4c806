import { createCustomField } from '#api/generated/sdk.gen.ts';
import { at, inDialog, inQuestion, press } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

const makeField = async (organization: Organization, name: string): Promise<string> =>
  (await createCustomField({ ...at(organization), body: { name, type: 'text' } })).data.name;

/** The changes of custom fields. */
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
    screen: async (organization) => `/custom-fields/${await makeField(organization, 'draught')}/edit`,
    ...inDialog('Title (optional)', 'Draught in metres', /^Save/),
  },
  {
    name: 'deleting a custom field',
    operation: 'deleteCustomField',
    screen: async (organization) => `/custom-fields/${await makeField(organization, 'beam')}`,
    ...inQuestion(press('Delete…'), 'Delete field', 'beam'),
  },
] satisfies readonly FaultCase[];
