import { expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { inviteMembers } from '#api/generated/sdk.gen.ts';
import { chooseFromMenu, inConfirmation, press, expectButton } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { startSessionElsewhere, unknownDevice } from '../support/sign-in.ts';

/** Creates a member; returns the path of its page. */
const withMember =
  (name: string, rest = '') =>
  async (organization: Organization) =>
    `/members/${(await organization.addPerson('read', name)).id}${rest}`;

/** Creates a member who is signed in; returns the path of the page with their sessions. */
const withSession = (name: string) => async (organization: Organization) => {
  const member = await organization.addPerson('read', name);
  await startSessionElsewhere(organization, member);
  return `/members/${member.id}?tab=sign-in`;
};

const roleOf = (name: string) => `Reader, role of ${name}`;

/** The fault cases of members. */
export const memberCases = [
  {
    name: 'changing the role of a member in the list',
    operation: 'updateMember',
    async screen(organization) {
      await organization.addPerson('read', 'Rolf Raised');
      return '/members?q=rolf';
    },
    submit: chooseFromMenu(roleOf('Rolf Raised'), /^Editor/, 'menuitemcheckbox'),
    expectPreserved: expectButton(roleOf('Rolf Raised')),
    expectDone: expectButton('Editor, role of Rolf Raised'),
  },
  {
    name: 'removing a member',
    operation: 'removeMember',
    screen: withMember('Rhea Removed'),
    ...inConfirmation(press('Remove…'), 'Remove'),
  },
  {
    name: 'sending an invitation again',
    operation: 'resendInvitations',
    screen: async (organization) => {
      const { data } = await inviteMembers({
        client: organization.admin.client,
        path: { organizationId: organization.id },
        body: { emails: [`ivy.${randomBytes(4).toString('hex')}@press.example`] },
        throwOnError: true,
      });
      return `/members/${data.users[0]}`;
    },
    submit: press('Resend invitation'),
    expectPreserved: expectButton('Resend invitation'),
    expectDone: (page) => expect(page.getByText(/^Sent .* the invitation again$/)).toBeVisible(),
  },
  {
    name: 'requiring single sign-on of a member',
    operation: 'setMemberSso',
    screen: withMember('Sue Single'),
    ...inConfirmation(press('Require single sign-on'), 'Require single sign-on'),
  },
  {
    name: 'creating an account link',
    operation: 'createAccountLink',
    screen: withMember('Lina Linked'),
    ...inConfirmation(press('Create account link…'), 'Create link'),
    expectDone: (page) => expect(page.getByRole('dialog').getByText(/#mail=/)).toBeVisible(),
  },
  {
    name: 'revoking an API token of a member',
    needsReload: true,
    operation: 'revokeMemberToken',
    screen: async (organization) => {
      const { id } = await organization.addPerson('read', 'Toni Token');
      return `/members/${id}?tab=sign-in`;
    },
    ...inConfirmation(chooseFromMenu(/^Actions for /, 'Revoke…'), 'Revoke token'),
  },
  {
    name: 'ending a session of a member',
    needsReload: true,
    operation: 'endMemberSession',
    screen: withSession('Sven Session'),
    ...inConfirmation(chooseFromMenu(`Actions for ${unknownDevice}`, 'End session…'), 'End session'),
  },
  {
    name: 'signing out a member',
    needsReload: true,
    operation: 'signOutMember',
    screen: withSession('Sigrid Session'),
    ...inConfirmation(press('Sign out Sigrid Session…'), 'Sign out'),
  },
] satisfies readonly FaultCase[];
