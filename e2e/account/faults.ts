import { expect } from '@playwright/test';
import { createApiToken } from '#api/generated/sdk.gen.ts';
import { chooseFromMenu, inConfirmation, inDialog, press, pressByKey } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { expectUnchanged } from '../support/forms.ts';
import { startSessionElsewhere, unknownDevice } from '../support/sign-in.ts';

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
    name: 'ending a session',
    needsReload: true,
    operation: 'endSession',
    async screen(organization) {
      await startSessionElsewhere(organization);
      return '/account';
    },
    ...inConfirmation(chooseFromMenu(`Actions for ${unknownDevice}`, 'End session…'), 'End session'),
  },
  {
    name: 'ending all other sessions',
    needsReload: true,
    operation: 'endOtherSessions',
    async screen(organization) {
      await startSessionElsewhere(organization);
      return '/account';
    },
    ...inConfirmation(press('End all other sessions…'), 'End sessions'),
  },
  {
    name: 'signing out all members',
    needsReload: true,
    operation: 'signOutAllMembers',
    screen: () => '/settings/access',
    ...inConfirmation(press('Sign out all members…'), 'Sign out all members'),
    async open(page, { title }) {
      await press('Sign out all members…')(page);
      await page.getByRole('dialog').getByRole('textbox').fill(title);
    },
  },
  {
    name: 'changing the sign-in policy',
    operation: 'updateSignInPolicy',
    screen: () => '/settings/access',
    open: (page) => page.getByLabel('Longest session').selectOption('8 hours'),
    submit: (page) =>
      pressByKey(
        page.getByRole('form', { name: 'Sign-in policy' }).getByRole('button', { name: 'Save changes' }),
      ),
    expectPreserved: (page) => expect(page.getByLabel('Longest session')).toHaveValue('8'),
    expectDone: (page) => expectUnchanged(page.getByRole('form', { name: 'Sign-in policy' })),
  },
] satisfies readonly FaultCase[];
