import { createOidcProvider, createSamlProvider } from '#api/generated/sdk.gen.ts';
import { adminRequest, chooseFromMenu, inDialog, inConfirmation } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import type { Organization } from '../support/organizations.ts';

const createProvider = async (organization: Organization, label: string): Promise<string> =>
  (await createSamlProvider({ ...adminRequest(organization), body: { label } })).data.id;

const oidcSettings = (label: string) => ({
  label,
  issuer: 'https://login.faults.example',
  clientID: 'bindery',
  clientSecret: 'secret',
});

const createOidc = async (organization: Organization, label: string): Promise<string> =>
  (await createOidcProvider({ ...adminRequest(organization), body: oidcSettings(label) })).data.id;

const newOidcDialog = inDialog('Label', 'Anchor ID', 'Add provider');

/** The fault cases of identity providers. */
export const samlCases = [
  {
    name: 'adding an identity provider',
    operation: 'createSamlProvider',
    screen: () => '/sso/new?kind=saml',
    ...inDialog('Label', 'Skerry ID', 'Add provider'),
  },
  {
    name: 'changing an identity provider',
    operation: 'updateSamlProvider',
    screen: async (organization) => `/sso/${await createProvider(organization, 'Quay ID')}/edit`,
    ...inDialog('Label', 'Harbour ID', 'Save changes'),
  },
  {
    name: 'deleting an identity provider',
    operation: 'deleteSamlProvider',
    screen: async (organization) => `/sso/${await createProvider(organization, 'Pier ID')}`,
    ...inConfirmation(chooseFromMenu('More actions', 'Delete…'), 'Delete provider', 'Pier ID'),
  },
  {
    name: 'adding an OpenID Connect provider',
    operation: 'createOidcProvider',
    screen: () => '/sso/new?kind=oidc',
    ...newOidcDialog,
    async open(page) {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Issuer').fill('https://login.faults.example');
      await dialog.getByLabel('Client ID').fill('bindery');
      await dialog.getByLabel('Client secret').fill('secret');
      await newOidcDialog.open(page);
    },
  },
  {
    name: 'changing an OpenID Connect provider',
    operation: 'updateOidcProvider',
    screen: async (organization) => `/sso/oidc/${await createOidc(organization, 'Buoy ID')}/edit`,
    ...inDialog('Label', 'Beacon ID', 'Save changes'),
  },
  {
    name: 'deleting an OpenID Connect provider',
    operation: 'deleteOidcProvider',
    screen: async (organization) => `/sso/oidc/${await createOidc(organization, 'Chain ID')}`,
    ...inConfirmation(chooseFromMenu('More actions', 'Delete…'), 'Delete provider', 'Chain ID'),
  },
] satisfies readonly FaultCase[];
