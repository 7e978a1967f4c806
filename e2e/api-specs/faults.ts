import { expect, type Page } from '@playwright/test';
import { createApiSpec } from '#api/generated/sdk.gen.ts';
import { at, hit, inQuestion, press } from '../faults/fault-gestures.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

const makeSpec = async (organization: Organization, slug: string): Promise<string> =>
  (await createApiSpec({ ...at(organization), body: { slug, source: { text: document('1') } } })).data.slug;

const document = (version: string) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Lights', version }, paths: {} });

const keptDocument = (page: Page) =>
  expect(page.getByRole('textbox', { name: 'Document' })).toHaveValue(document('2'));

/** The changes of API specifications. */
export const apiSpecCases = [
  {
    name: 'adding an API specification',
    operation: 'createApiSpec',
    screen: () => '/api-specs/new',
    async open(page) {
      await page.getByRole('dialog').getByLabel('Slug').fill('lights');
      await page.getByRole('dialog').getByText('Paste or upload').click();
      await page.getByRole('textbox', { name: 'Document' }).fill(document('2'));
    },
    submit: press('Create specification'),
    kept: keptDocument,
    over: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'changing the source of an API specification',
    operation: 'putApiSpec',
    screen: async (organization) => `/api-specs/${await makeSpec(organization, 'bells')}/source`,
    open: (page) => page.getByRole('textbox', { name: 'Document' }).fill(document('2')),
    submit: (page) => hit(page.getByRole('dialog').getByRole('button', { name: 'Change source' })),
    kept: keptDocument,
    over: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'deleting an API specification',
    operation: 'deleteApiSpec',
    screen: async (organization) => `/api-specs/${await makeSpec(organization, 'horns')}`,
    ...inQuestion(press('Delete…'), 'Delete specification', 'horns'),
  },
] satisfies readonly FaultCase[];
