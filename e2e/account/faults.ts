import { expect } from '@playwright/test';
import { createApiToken } from '#api/generated/sdk.gen.ts';
import { saveChangesLabel } from '#src/lib/shared-labels.ts';
import { chooseFromMenu, inConfirmation, inDialog, pressByKey } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { expectUnchanged } from '../support/forms.ts';

/** The fault cases of one's own account, and of the sign-in policy. */
export const accountCases = [
  {
    name: 'creating an API token',
    operation: 'createApiToken',
    screen: () => '/account/new-token',
    ...inDialog('Name', 'Nightly build', 'Create API token'),
  },
  {
    name: 'revoking an API token',
    needsReload: true,
    operation: 'revokeApiToken',
    async screen({ id, admin }) {
      const body = { name: 'Old build', organizations: [id] };
      await createApiToken({ client: admin.client, body, throwOnError: true });
      return '/account';
    },
    ...inConfirmation(chooseFromMenu('Actions for Old build', 'Revoke…'), 'Revoke token'),
  },
  {
    name: 'changing the sign-in policy',
    operation: 'updateSignInPolicy',
    screen: () => '/settings/access',
    open: (page) => page.getByLabel('Longest session').selectOption('8 hours'),
    submit: (page) =>
      pressByKey(
        page.getByRole('form', { name: 'Sign-in policy' }).getByRole('button', { name: saveChangesLabel }),
      ),
    expectPreserved: (page) => expect(page.getByLabel('Longest session')).toHaveValue('8'),
    expectDone: (page) => expectUnchanged(page.getByRole('form', { name: 'Sign-in policy' })),
  },
] satisfies readonly FaultCase[];
