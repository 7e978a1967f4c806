import { expect } from '@playwright/test';
import { updateOrganization } from '#api/generated/sdk.gen.ts';
import { inForm, press, pressByKey } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

const domain = 'faults.press.example';

async function withDomain({ id, admin: { client } }: Organization): Promise<string> {
  const body = { emailDomains: [domain] };
  await updateOrganization({ client, path: { organizationId: id }, body, throwOnError: true });
  return '/settings/access';
}

const joiningName = `Join with an address of ${domain}`;

/** The fault cases of settings. */
export const settingsCases = [
  {
    name: 'letting people join by an email domain',
    operation: 'updateEmailDomain',
    screen: withDomain,
    submit: (page) => pressByKey(page.getByRole('switch', { name: joiningName })),
    expectPreserved: (page) =>
      expect(page.getByRole('switch', { name: joiningName })).toHaveAttribute('aria-checked', 'false'),
    expectDone: (page) =>
      expect(page.getByRole('switch', { name: joiningName })).toHaveAttribute('aria-checked', 'true'),
  },
  {
    name: 'checking an email domain',
    operation: 'checkEmailDomain',
    screen: withDomain,
    submit: press('Check now'),
    expectPreserved: (page) => expect(page.getByText('Not verified yet')).toBeVisible(),
    expectDone: (page) => expect(page.getByText('Last check')).toBeVisible(),
  },
  {
    name: 'saving the settings of the organization',
    operation: 'updateOrganization',
    screen: () => '/settings/general',
    ...inForm('Name', 'Press and Paper'),
  },
] satisfies readonly FaultCase[];
