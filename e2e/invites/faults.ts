import { expect, type Page } from '@playwright/test';
import { createLinkInvite, updateOrganization } from '#api/generated/sdk.gen.ts';
import {
  adminRequest,
  chooseFromMenu,
  pressByKey,
  inDialog,
  inConfirmation,
  press,
  expectButton,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { revokeName } from '../support/names.ts';

/** The fault cases of invites and invite links. */
export const inviteCases = [
  {
    name: 'inviting people by email',
    operation: 'inviteMembers',
    screen: () => '/members/invite',
    ...inDialog('Email addresses', 'fay.fault@press.example', 'Invite people'),
  },
  {
    name: 'creating an invite link',
    operation: 'createLinkInvite',
    screen: () => '/invites/new',
    open: (page) => page.getByRole('dialog').getByLabel('Role').selectOption('Editor'),
    submit: press('Create link'),
    expectPreserved: (page) => expect(page.getByRole('dialog').getByLabel('Role')).toHaveValue('edit'),
    expectDone: (page) =>
      expect(page.getByRole('dialog').getByRole('button', { name: 'Copy link' })).toBeVisible(),
  },
  {
    name: 'changing the role of an invite link',
    needsReload: true,
    operation: 'updateLinkInvite',
    async screen(organization) {
      await createLinkInvite({ ...adminRequest(organization), body: { role: 'comment' } });
      return '/invites';
    },
    submit: chooseFromMenu(/^Commenter, role granted by the link/, /^Reviewer/, 'menuitemcheckbox'),
    expectPreserved: expectButton(/^Commenter, role granted by the link/),
    expectDone: expectButton(/^Reviewer, role granted by the link/),
  },
  {
    name: 'revoking an invite link',
    needsReload: true,
    operation: 'deleteLinkInvite',
    screen: async (organization) =>
      `/invites/${(await createLinkInvite({ ...adminRequest(organization), body: { role: 'read' } })).data.id}`,
    ...inConfirmation(
      (page: Page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: revokeName })),
      'Revoke link',
    ),
  },
  {
    name: 'enabling invite links',
    needsReload: true,
    operation: 'updateOrganization',
    async screen(organization) {
      await updateOrganization({ ...adminRequest(organization), body: { inviteLinks: false } });
      return '/invites';
    },
    submit: press('Enable'),
    expectPreserved: expectButton('Enable'),
    expectDone: (page) => expect(page.getByRole('button', { name: 'Enable' })).toHaveCount(0),
  },
] satisfies readonly FaultCase[];

/** Fault cases of joining. */
export const joiningCases = [
  {
    name: 'joining through an invite link',
    operation: 'acceptInvite',
    screen: async (organization) => {
      const { data } = await createLinkInvite({ ...adminRequest(organization), body: { role: 'comment' } });
      return new URL(data.urls?.app ?? '').pathname;
    },
    submit: press('Join organization'),
    expectPreserved: expectButton('Join organization'),
    expectDone: (page) => expect(page.getByText('Joined as commenter')).toBeVisible(),
  },
] satisfies readonly FaultCase[];
