import { expect, type Page } from '@playwright/test';
import { createApiSpec } from '#api/generated/sdk.gen.ts';
import { adminRequest, chooseFromMenu, pressByKey, inConfirmation, press } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { documentName, slugName } from '../support/names.ts';
import type { Organization } from '../support/organizations.ts';

const createSpec = async (organization: Organization, slug: string): Promise<string> =>
  (await createApiSpec({ ...adminRequest(organization), body: { slug, source: { text: document('1') } } }))
    .data.slug;

const document = (version: string) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Lights', version }, paths: {} });

const expectDocumentPreserved = (page: Page) =>
  expect(page.getByRole('textbox', { name: documentName })).toHaveValue(document('2'));

/** The fault cases of API specifications. */
export const apiSpecCases = [
  {
    name: 'adding an API specification',
    operation: 'createApiSpec',
    screen: () => '/api-specs/new',
    async open(page) {
      await page.getByRole('dialog').getByLabel(slugName).fill('lights');
      await page.getByRole('dialog').getByText('Paste or upload').click();
      await page.getByRole('textbox', { name: documentName }).fill(document('2'));
    },
    submit: press('Create specification'),
    expectPreserved: expectDocumentPreserved,
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'changing the source of an API specification',
    operation: 'putApiSpec',
    screen: async (organization) => `/api-specs/${await createSpec(organization, 'bells')}/source`,
    open: (page) => page.getByRole('textbox', { name: documentName }).fill(document('2')),
    submit: (page) => pressByKey(page.getByRole('dialog').getByRole('button', { name: 'Change source' })),
    expectPreserved: expectDocumentPreserved,
    expectDone: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'deleting an API specification',
    operation: 'deleteApiSpec',
    screen: async (organization) => `/api-specs/${await createSpec(organization, 'horns')}`,
    ...inConfirmation(chooseFromMenu('More actions', 'Delete…'), 'Delete specification', 'horns'),
  },
] satisfies readonly FaultCase[];
