/** The forms that change records of an organization. */
import {
  connectSpaceGit,
  createCollection,
  createCustomField,
  createOidcProvider,
  createSamlProvider,
  createTeam,
  createTranslation,
  createWebhook,
  getApiSpec,
  getCollection,
  getCustomField,
  getNotificationSettings,
  getOidcProvider,
  getOrganization,
  getOrganizationMergeRules,
  getSamlProvider,
  getSignInPolicy,
  getSpace,
  getSpaceGit,
  getTeam,
  getTranslation,
  getWebhook,
  createApiSpec,
  putApiSpec,
  updateCollection,
  updateCustomField,
  updateNotificationSettings,
  updateOidcProvider,
  updateOrganization,
  updateOrganizationMergeRules,
  updateSamlProvider,
  updateSignInPolicy,
  updateSpace,
  updateSpaceGit,
  updateTeam,
  updateTranslation,
  updateWebhook,
} from '#api/generated/sdk.gen.ts';
import type { NotificationDelivery } from '#api/generated/types.gen.ts';
import { adminRequest } from '../faults/fault-actions.ts';
import { createTestSpace } from '../support/change-requests.ts';
import type { Organization, Person } from '../support/organizations.ts';
import { type EditedForm, inDialog, inForm, inRow } from './edited-form.ts';

const strict = { throwOnError: true } as const;

const organizationOf = ({ id }: Organization, { client }: Person) => {
  const options = { client, path: { organizationId: id }, ...strict };
  return { options, get: async () => (await getOrganization(options)).data };
};

const collectionOf = async (organization: Organization, { client }: Person, title: string) => {
  const { data } = await createCollection({ ...adminRequest(organization), body: { title } });
  const options = { client, path: { collectionId: data.id }, ...strict };
  return {
    id: data.id,
    write: (text: string) => updateCollection({ ...options, body: { title: text } }),
    read: async () => (await getCollection(options)).data.title,
  };
};

const spaceOf = async (organization: Organization, { client }: Person, title: string) => {
  const spaceId = await createTestSpace(organization, title);
  const options = { client, path: { spaceId }, ...strict };
  return {
    id: spaceId,
    write: (text: string) => updateSpace({ ...options, body: { title: text } }),
    read: async () => (await getSpace(options)).data.title,
  };
};

export const organizationForms = [
  {
    form: 'settings/general-form',
    name: 'the organization’s name',
    async arrange(organization, other) {
      const { options, get } = organizationOf(organization, other);
      return {
        screen: '/settings/general',
        write: (title) => updateOrganization({ ...options, body: { title } }),
        read: async () => (await get()).title,
      };
    },
    ...inForm('General settings', 'Name'),
  },
  {
    form: 'settings/access-form',
    name: 'the email domains',
    async arrange(organization, other) {
      const { options, get } = organizationOf(organization, other);
      return {
        screen: '/settings/access',
        write: (domain) => updateOrganization({ ...options, body: { emailDomains: [domain] } }),
        read: async () => (await get()).emailDomains.join(' '),
      };
    },
    ...inForm('New members', 'Email domains (optional)'),
    texts: { mine: 'mine.two.example', theirs: 'theirs.two.example' },
  },
  {
    form: 'settings/sign-in-policy-form',
    name: 'the sign-in policy',
    async arrange({ id }, { client }) {
      const options = { client, path: { organizationId: id }, ...strict };
      return {
        screen: '/settings/access',
        write: (hours) => updateSignInPolicy({ ...options, body: { sessionHours: Number(hours) } }),
        read: async () => String((await getSignInPolicy(options)).data.sessionHours),
      };
    },
    ...inForm('Sign-in policy', 'Longest session'),
    texts: { mine: '168', theirs: '336' },
  },
  {
    form: 'merge-rules/rules-form',
    name: 'the merge rules of an organization',
    async arrange({ id }, { client }) {
      const options = { client, path: { organizationId: id }, ...strict };
      return {
        screen: '/settings/merge-rules',
        write: (approvals) =>
          updateOrganizationMergeRules({ ...options, body: { approvals: Number(approvals) } }),
        read: async () => String((await getOrganizationMergeRules(options)).data.approvals),
      };
    },
    ...inForm('Merge rules', 'Approvals'),
    texts: { mine: '2', theirs: '3' },
  },
  {
    form: 'teams/rename-team-form',
    name: 'a team’s name',
    async arrange(organization, { client }) {
      const { data } = await createTeam({ ...adminRequest(organization), body: { title: 'Foghorns' } });
      const options = { client, path: { organizationId: organization.id, teamId: data.id }, ...strict };
      return {
        screen: `/teams/${data.id}/rename`,
        write: (title) => updateTeam({ ...options, body: { title } }),
        read: async () => (await getTeam(options)).data.title,
      };
    },
    ...inDialog('Name', 'Rename'),
  },
  {
    form: 'custom-fields/forms',
    name: 'a custom field’s title',
    async arrange(organization, { client }) {
      const body = { name: 'draught', type: 'text' } as const;
      await createCustomField({ ...adminRequest(organization), body });
      const path = { organizationId: organization.id, fieldName: body.name };
      return {
        screen: '/custom-fields/draught/edit',
        write: (title) => updateCustomField({ client, path, body: { title }, ...strict }),
        read: async () => (await getCustomField({ client, path, ...strict })).data.title,
      };
    },
    ...inDialog('Title (optional)', /^Save/),
  },
  {
    form: 'translations/forms',
    name: 'the title of translation settings',
    async arrange(organization, { client }) {
      const { data } = await createTranslation({ ...adminRequest(organization), body: { title: 'Dutch' } });
      const path = { organizationId: organization.id, translationSettingsId: data.id };
      return {
        screen: `/translations/${data.id}/rename`,
        write: (title) => updateTranslation({ client, path, body: { title }, ...strict }),
        read: async () => (await getTranslation({ client, path, ...strict })).data.title,
      };
    },
    ...inDialog('Title', /^Rename/),
  },
  {
    form: 'translations/instructions-form',
    name: 'the instructions of a translation',
    async arrange(organization, { client }) {
      const source = { space: await createTestSpace(organization, 'Harbour'), language: 'en' };
      const body = { source, language: 'nl' };
      const { data } = await createTranslation({ ...adminRequest(organization), body });
      const path = { organizationId: organization.id, translationSettingsId: data.id };
      const documentOf = (text: string) => ({
        object: 'document' as const,
        data: {},
        nodes: [
          {
            object: 'block' as const,
            type: 'paragraph' as const,
            data: {},
            nodes: [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text, marks: [] }] }],
          },
        ],
      });
      return {
        screen: `/translations/${data.id}/instructions`,
        write: (text) =>
          updateTranslation({ client, path, body: { instructions: documentOf(text) }, ...strict }),
        read: async () => {
          const { instructions } = (await getTranslation({ client, path, ...strict })).data;
          return /"text":"([^"]*)"/.exec(JSON.stringify(instructions))?.[1];
        },
      };
    },
    ...inDialog('Instructions (optional)', 'Save changes'),
  },
  {
    form: 'webhooks/forms',
    name: 'the title of a webhook',
    async arrange(organization, { client }) {
      const url = 'https://hooks.two.example/bindery';
      const body = { url, events: ['site.published' as const], title: 'Build' };
      const { data } = await createWebhook({ ...adminRequest(organization), body });
      const path = { organizationId: organization.id, webhookId: data.id };
      return {
        screen: `/settings/webhooks/${data.id}/edit`,
        write: (title) => updateWebhook({ client, path, body: { title }, ...strict }),
        read: async () => (await getWebhook({ client, path, ...strict })).data.title,
      };
    },
    ...inDialog('Title (optional)', 'Save changes'),
  },
  {
    form: 'git-sync/connection-forms',
    name: 'the message of the commits of a space',
    async arrange(organization, { client }) {
      const path = { spaceId: await createTestSpace(organization, 'Bells') };
      const body = { url: 'https://git.two.example/docs.git', branch: 'main', initial: 'space' as const };
      await connectSpaceGit({ client, path, body: { ...body, paused: true }, ...strict });
      return {
        screen: `/spaces/${path.spaceId}/git?form=settings`,
        write: (messageTemplate) => updateSpaceGit({ client, path, body: { messageTemplate }, ...strict }),
        read: async () => (await getSpaceGit({ client, path, ...strict })).data.messageTemplate,
      };
    },
    ...inDialog('Message of commits (optional)', 'Save changes'),
  },
  {
    form: 'api-specs/change-source-form',
    name: 'the URL of an API specification',
    async arrange(organization, { client }) {
      const body = { slug: 'bells', source: { url: 'https://specs.two.example/first.json' } };
      await createApiSpec({ ...adminRequest(organization), body });
      const path = { organizationId: organization.id, specSlug: body.slug };
      return {
        screen: '/api-specs/bells/source',
        write: (url) => putApiSpec({ client, path, body: { source: { url } }, ...strict }),
        read: async () => (await getApiSpec({ client, path, ...strict })).data.sourceURL,
      };
    },
    ...inDialog('URL', 'Change source'),
    field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'URL' }),
    texts: {
      mine: 'https://specs.two.example/mine.json',
      theirs: 'https://specs.two.example/theirs.json',
    },
  },
  {
    form: 'saml/forms',
    name: 'the label of a SAML provider',
    async arrange(organization, { client }) {
      const { data } = await createSamlProvider({
        ...adminRequest(organization),
        body: { label: 'Quay ID' },
      });
      const path = { organizationId: organization.id, samlProviderId: data.id };
      return {
        screen: `/sso/${data.id}/edit`,
        write: (label) => updateSamlProvider({ client, path, body: { label }, ...strict }),
        read: async () => (await getSamlProvider({ client, path, ...strict })).data.label,
      };
    },
    ...inDialog('Label', 'Save changes'),
  },
  {
    form: 'saml/oidc-form',
    name: 'the label of an OpenID Connect provider',
    async arrange(organization, { client }) {
      const body = {
        label: 'Buoy ID',
        issuer: 'https://login.two.example',
        clientID: 'bindery',
        clientSecret: 'secret',
      };
      const { data } = await createOidcProvider({ ...adminRequest(organization), body });
      const path = { organizationId: organization.id, oidcProviderId: data.id };
      return {
        screen: `/sso/oidc/${data.id}/edit`,
        write: (label) => updateOidcProvider({ client, path, body: { label }, ...strict }),
        read: async () => (await getOidcProvider({ client, path, ...strict })).data.label,
      };
    },
    ...inDialog('Label', 'Save changes'),
  },
  {
    form: 'notifications/settings-form',
    name: 'how comments reach a person, who has the form open twice',
    async arrange({ admin: { client } }) {
      return {
        screen: '/notifications/settings',
        write: (delivery) =>
          updateNotificationSettings({
            client,
            // One of the choices below.
            body: { deliveries: { comments: delivery as NotificationDelivery } },
            ...strict,
          }),
        read: async () => (await getNotificationSettings({ client, ...strict })).data.deliveries.comments,
      };
    },
    ...inForm('Notification settings', 'Comments'),
    texts: { mine: 'daily', theirs: 'weekly' },
    describe: (delivery) => (delivery === 'daily' ? 'Here, daily summary' : 'Here, weekly summary'),
  },
  {
    form: 'spaces/space-details',
    name: 'a space’s title',
    async arrange(organization, other) {
      const { id, ...space } = await spaceOf(organization, other, 'Bow');
      return { screen: `/spaces/${id}/settings`, ...space };
    },
    ...inForm(/^Details of /, 'Title'),
  },
  {
    form: 'collections/collection-details',
    name: 'a collection’s title',
    async arrange(organization, other) {
      const { id, ...collection } = await collectionOf(organization, other, 'Eddy');
      return { screen: `/collections/${id}`, ...collection };
    },
    ...inForm(/^Details of /, 'Title'),
  },
  {
    form: 'content/content-browser',
    name: 'a space’s title in the tree',
    async arrange(organization, other) {
      const { id, ...space } = await spaceOf(organization, other, 'Stern');
      return { screen: `/content?at=${id}`, ...space };
    },
    ...inRow('Stern', 'treegrid'),
  },
] satisfies readonly EditedForm[];
