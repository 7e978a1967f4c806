import { expect } from '@playwright/test';
import { createSiteVisitorKey } from '#api/generated/sdk.gen.ts';
import {
  adminRequest,
  inConfirmation,
  inDialog,
  inForm,
  press,
  pressByKey,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';
import { createTestSite } from '../support/site-structures.ts';

const authenticationOf = async (organization: Organization, section: string) =>
  createTestSite(organization, { [section]: [`${section} v1`] });

/** The fault cases of visitor claims and visitor authentication. */
export const visitorCases = [
  {
    name: 'making a claim about visitors',
    operation: 'putSiteAdaptiveSchema',
    async screen(organization) {
      const { id } = await createTestSite(organization, { Keels: ['Keels v1'] });
      return `/sites/${id}/visitors?view=claims&dialog=new`;
    },
    ...inDialog('Name', 'isPartner', 'Create claim'),
  },
  {
    name: 'making a segment of visitors',
    operation: 'putSiteVisitorSegments',
    async screen(organization) {
      const { id } = await createTestSite(organization, { Rudders: ['Rudders v1'] });
      return `/sites/${id}/visitors?dialog=segment`;
    },
    ...inDialog('Name', 'Resellers', 'Save segment'),
  },
  {
    name: 'saving the sign-in address of a site',
    operation: 'updateSiteVisitorAuthentication',
    async screen(organization) {
      return `/sites/${(await authenticationOf(organization, 'Masts')).id}/visitors?view=authentication`;
    },
    ...inForm('URL (optional)', 'https://accounts.example.com/docs'),
  },
  {
    name: 'making a key for tokens of visitors',
    operation: 'createSiteVisitorKey',
    async screen(organization) {
      return `/sites/${(await authenticationOf(organization, 'Ropes')).id}/visitors?view=authentication`;
    },
    open: press('New key…'),
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Create key' })),
    expectPreserved: (page) =>
      expect(page.getByRole('dialog').getByRole('button', { name: 'Create key' })).toBeVisible(),
    expectDone: (page) =>
      expect(page.getByRole('dialog').getByLabel('Secret', { exact: true })).toBeVisible(),
  },
  {
    name: 'deleting a key for tokens of visitors',
    operation: 'deleteSiteVisitorKey',
    async screen(organization) {
      const { path, id } = await authenticationOf(organization, 'Sails');
      const { client } = adminRequest(organization);
      await createSiteVisitorKey({ client, path, body: {}, throwOnError: true });
      return `/sites/${id}/visitors?view=authentication`;
    },
    ...inConfirmation(press(/^Delete key …/), 'Delete key'),
  },
] satisfies readonly FaultCase[];
