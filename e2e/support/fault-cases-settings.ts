/** The changes of settings, identity providers, translations, custom fields and API specifications, for the fault run. */
import { expect, type Page } from '@playwright/test';
import {
  createApiSpec,
  createCustomField,
  createSamlProvider,
  createTranslation,
} from '#api/generated/sdk.gen.ts';
import { at, choose, hit, inDialog, inForm, inQuestion, press } from './fault-gestures.ts';
import type { FaultCase } from './fault-run.ts';
import type { Organization } from './organizations.ts';

const makeProvider = async (organization: Organization, label: string): Promise<string> =>
  (await createSamlProvider({ ...at(organization), body: { label } })).data.id;

const makeTranslation = async (organization: Organization, title: string): Promise<string> =>
  (await createTranslation({ ...at(organization), body: { title } })).data.id;

/** The changes of settings, identity providers and translations. */
export const settingsCases = [
  {
    name: 'saving the settings of the organization',
    operation: 'updateOrganization',
    screen: () => '/settings/general',
    ...inForm('Name', 'Press and Paper'),
  },
  {
    name: 'adding an identity provider',
    operation: 'createSamlProvider',
    screen: () => '/sso/new',
    ...inDialog('Label', 'Skerry ID', 'Add provider'),
  },
  {
    name: 'changing an identity provider',
    operation: 'updateSamlProvider',
    screen: async (organization) => `/sso/${await makeProvider(organization, 'Quay ID')}/edit`,
    ...inDialog('Label', 'Harbour ID', 'Save changes'),
  },
  {
    name: 'deleting an identity provider',
    operation: 'deleteSamlProvider',
    screen: async (organization) => `/sso/${await makeProvider(organization, 'Pier ID')}`,
    ...inQuestion(press('Delete…'), 'Delete provider', 'Pier ID'),
  },
  {
    name: 'making translation settings',
    operation: 'createTranslation',
    screen: () => '/translations/new',
    ...inDialog('Title', 'German handbook', 'Create settings'),
  },
  {
    name: 'renaming translation settings',
    operation: 'updateTranslation',
    screen: async (organization) => `/translations/${await makeTranslation(organization, 'Dutch')}/rename`,
    // Told that somebody else was faster, the button says that it overwrites.
    ...inDialog('Title', 'Dutch handbook', /^Rename/),
  },
  {
    name: 'deleting translation settings',
    operation: 'deleteTranslation',
    async screen(organization) {
      await makeTranslation(organization, 'Danish');
      return '/translations';
    },
    ...inQuestion(choose('Actions for Danish', 'Delete…'), 'Delete settings'),
  },
] satisfies readonly FaultCase[];

const makeField = async (organization: Organization, name: string): Promise<string> =>
  (await createCustomField({ ...at(organization), body: { name, type: 'text' } })).data.name;

const makeSpec = async (organization: Organization, slug: string): Promise<string> =>
  (await createApiSpec({ ...at(organization), body: { slug, source: { text: document('1') } } })).data.slug;

const document = (version: string) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Lights', version }, paths: {} });

const keptDocument = (page: Page) =>
  expect(page.getByRole('textbox', { name: 'Document' })).toHaveValue(document('2'));

/** The changes of custom fields and API specifications. */
export const definitionCases = [
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
  {
    name: 'adding an API specification',
    operation: 'createApiSpec',
    screen: () => '/api-specs/new',
    async open(page) {
      await page.getByRole('dialog').getByLabel('Slug').fill('lights');
      await page.getByRole('dialog').getByText('Paste or upload').click();
      await page.getByRole('textbox', { name: 'Document' }).fill(document('2'));
    },
    submit: press('Add specification'),
    kept: keptDocument,
    over: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'sending an API specification anew',
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
