import { expect, type Page } from '@playwright/test';
import { createLinkInvite, updateOrganization } from '#api/generated/sdk.gen.ts';
import { at, choose, hit, inDialog, inQuestion, press, shows } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';

/** The changes of invites and their links. */
export const inviteCases = [
  {
    name: 'inviting people by e-mail',
    operation: 'inviteMembers',
    screen: () => '/invites/people',
    ...inDialog('Email addresses', 'fay.fault@press.example', 'Add members'),
  },
  {
    name: 'making an invite link',
    operation: 'createLinkInvite',
    screen: () => '/invites/new',
    open: (page) => page.getByLabel('Role').selectOption('Editor'),
    submit: press('Create link'),
    kept: (page) => expect(page.getByLabel('Role')).toHaveValue('edit'),
    over: (page) => expect(page.getByRole('dialog').getByRole('button', { name: 'Copy link' })).toBeVisible(),
  },
  {
    name: 'changing the role that an invite link gives',
    isLoaded: true,
    operation: 'updateLinkInvite',
    async screen(organization) {
      await createLinkInvite({ ...at(organization), body: { role: 'comment' } });
      return '/invites';
    },
    submit: choose(/^Commenter, role that the link/, /^Reviewer/, 'menuitemcheckbox'),
    kept: shows(/^Commenter, role that the link/),
    over: shows(/^Reviewer, role that the link/),
  },
  {
    name: 'revoking an invite link',
    isLoaded: true,
    operation: 'deleteLinkInvite',
    screen: async (organization) =>
      `/invites/${(await createLinkInvite({ ...at(organization), body: { role: 'read' } })).data.id}`,
    ...inQuestion(
      (page: Page) => hit(page.getByRole('dialog').getByRole('button', { name: 'Revoke' })),
      'Revoke link',
    ),
  },
  {
    name: 'switching invite links on',
    isLoaded: true,
    operation: 'updateOrganization',
    async screen(organization) {
      await updateOrganization({ ...at(organization), body: { inviteLinks: false } });
      return '/invites';
    },
    submit: press('Enable'),
    kept: shows('Enable'),
    over: (page) => expect(page.getByRole('button', { name: 'Enable' })).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

/** What somebody does who has opened an invite link and is no member yet. */
export const joiningCases = [
  {
    name: 'joining through an invite link',
    operation: 'acceptInvite',
    screen: async (organization) => {
      const { data } = await createLinkInvite({ ...at(organization), body: { role: 'comment' } });
      return new URL(data.urls?.app ?? '').pathname;
    },
    submit: press('Join organization'),
    kept: shows('Join organization'),
    over: (page) => expect(page.getByText('You have joined as commenter')).toBeVisible(),
  },
] satisfies readonly FaultCase[];
