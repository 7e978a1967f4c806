/** The forms that change a site. */
import {
  createSiteRedirect,
  getSite,
  getSiteAdaptiveSchema,
  getSiteCustomization,
  getSiteHostname,
  listSiteSections,
  getSiteVisitorAuthentication,
  getSiteVisitorSegments,
  listSiteRedirects,
  putSiteAdaptiveSchema,
  putSiteVisitorSegments,
  setSiteHostname,
  updateSite,
  updateSiteCustomization,
  updateSiteRedirect,
  updateSiteSection,
  updateSiteVisitorAuthentication,
} from '#api/generated/sdk.gen.ts';
import { chooseFromMenu, oncePerOrganization, press } from '../faults/fault-actions.ts';
import type { Organization, Person } from '../support/organizations.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';
import { type EditedForm, inDialog, inForm, inRow } from './edited-form.ts';

const site = oncePerOrganization((organization) =>
  createTestSite(organization, { Quays: ['Quays v1'], Piers: ['Piers v1'] }),
);

/** Options of requests by the other person, and the screen of a part of the site. */
async function siteOf(organization: Organization, { client }: Person) {
  const { id, path, idOf } = await site(organization);
  return {
    options: { client, path, throwOnError: true as const },
    idOf,
    screenOf: (part: string) => `/sites/${id}/${part}`,
  };
}

const titleOfSection = (title: string) => async (organization: Organization, other: Person) => {
  const { options, idOf, screenOf } = await siteOf(organization, other);
  const section = { ...options, path: { ...options.path, siteSectionId: idOf(title) } };
  return {
    screen: screenOf('structure'),
    write: (text: string) => updateSiteSection({ ...section, body: { title: text } }),
    read: async () =>
      (await listSiteSections(options)).data.items.find(({ id }) => id === idOf(title))?.title,
  };
};

const claimsWith = (description: string) => ({
  type: 'object' as const,
  properties: { isPartner: { type: 'boolean' as const, description } },
  additionalProperties: false as const,
});

async function claims(organization: Organization, other: Person) {
  const { options, screenOf } = await siteOf(organization, other);
  const write = (text: string) =>
    putSiteAdaptiveSchema({ ...options, body: { jsonSchema: claimsWith(text) } });
  await write('Partners');
  return {
    write,
    screen: screenOf('visitors?view=claims'),
    read: async () => {
      const { jsonSchema } = (await getSiteAdaptiveSchema(options)).data;
      return /"description":"([^"]*)"/.exec(JSON.stringify(jsonSchema))?.[1];
    },
  };
}

export const siteForms = [
  {
    form: 'sites/settings',
    name: 'a site’s title',
    async arrange(organization, other) {
      const { options, screenOf } = await siteOf(organization, other);
      return {
        screen: screenOf('settings'),
        write: (title) => updateSite({ ...options, body: { title } }),
        read: async () => (await getSite(options)).data.title,
      };
    },
    ...inForm('Settings', 'Title'),
  },
  {
    form: 'sites/hostname',
    name: 'a site’s hostname',
    async arrange(organization, other) {
      const { options, screenOf } = await siteOf(organization, other);
      return {
        screen: screenOf('settings'),
        write: (hostname) => setSiteHostname({ ...options, body: { hostname } }),
        read: async () => (await getSiteHostname(options)).data.hostname,
      };
    },
    open: press('Set hostname…'),
    ...inDialog('Hostname', 'Set hostname'),
    texts: { mine: 'mine.two.example', theirs: 'theirs.two.example' },
  },
  {
    form: 'site-customization/form',
    name: 'the title in a site’s appearance',
    async arrange(organization, other) {
      const { options, screenOf } = await siteOf(organization, other);
      return {
        screen: screenOf('appearance'),
        write: (title) => updateSiteCustomization({ ...options, body: { title } }),
        read: async () => (await getSiteCustomization(options)).data.title,
      };
    },
    ...inForm('Appearance', 'Title (optional)'),
  },
  {
    form: 'site-customization/other-hosts-form',
    name: 'the hosts that can play a site’s embeds',
    async arrange(organization, other) {
      const { options, screenOf } = await siteOf(organization, other);
      return {
        screen: screenOf('settings'),
        write: (host) => updateSiteCustomization({ ...options, body: { embedHosts: [host] } }),
        read: async () => (await getSiteCustomization(options)).data.embedHosts.join(),
      };
    },
    ...inForm('Other hosts', 'Hosts that can play embeds (optional)'),
    texts: { mine: 'mine.example', theirs: 'theirs.example' },
  },
  {
    form: 'site-customization/announcement-form',
    name: 'what a site announces',
    async arrange(organization, other) {
      const { options, screenOf } = await siteOf(organization, other);
      return {
        screen: screenOf('settings'),
        write: (message) =>
          updateSiteCustomization({ ...options, body: { announcement: { message, style: 'info' } } }),
        read: async () => (await getSiteCustomization(options)).data.announcement?.message,
      };
    },
    ...inForm('Announcement', 'Text (optional)'),
  },
  {
    form: 'redirects/forms',
    name: 'where a redirect leads',
    async arrange(organization, other) {
      const { options, screenOf } = await siteOf(organization, other);
      const redirect = { source: '/old', target: '/new' };
      const { data } = await createSiteRedirect({ ...options, body: redirect });
      const path = { ...options.path, redirectId: data.id };
      return {
        screen: screenOf('redirects'),
        write: (target) => updateSiteRedirect({ ...options, path, body: { ...redirect, target } }),
        read: async () => (await listSiteRedirects(options)).data.items[0]?.target,
      };
    },
    open: chooseFromMenu('Actions for /old', 'Edit…'),
    ...inDialog('To', 'Save changes'),
    texts: { mine: '/mine', theirs: '/theirs' },
  },
  {
    form: 'visitors/authentication/authentication-panel',
    name: 'the sign-in address of visitors',
    async arrange(organization, other) {
      const { options, screenOf } = await siteOf(organization, other);
      return {
        screen: screenOf('visitors?view=authentication'),
        write: (signInUrl) => updateSiteVisitorAuthentication({ ...options, body: { signInUrl } }),
        read: async () => (await getSiteVisitorAuthentication(options)).data.signInUrl,
      };
    },
    ...inForm('Sign-in address', 'URL (optional)'),
    texts: { mine: 'https://mine.two.example/', theirs: 'https://theirs.two.example/' },
  },
  {
    form: 'visitors/claim-forms',
    name: 'what a claim means',
    arrange: claims,
    open: chooseFromMenu('Actions for isPartner', /^Edit/),
    ...inDialog('Description (optional)', 'Save'),
  },
  {
    form: 'visitors/claim-forms',
    name: 'the claims as JSON Schema',
    async arrange(organization, other) {
      const { read, write } = await claims(organization, other);
      const { screenOf } = await siteOf(organization, other);
      return {
        screen: screenOf('visitors?view=claims&dialog=json'),
        write: (text) => write(/"description": "([^"]*)"/.exec(text)?.[1] ?? ''),
        read: async () => JSON.stringify(claimsWith((await read()) ?? ''), null, 2),
      };
    },
    ...inDialog('Schema', 'Save'),
    texts: {
      mine: JSON.stringify(claimsWith('My partners'), null, 2),
      theirs: JSON.stringify(claimsWith('Their partners'), null, 2),
    },
  },
  {
    form: 'visitors/simulator/segment-dialog',
    name: 'a claim of a segment',
    async arrange(organization, other) {
      await claims(organization, other);
      const { options, screenOf } = await siteOf(organization, other);
      const write = (text: string) => {
        const segment = { name: 'Partners', claims: [{ name: 'isPartner', value: text === 'true' }] };
        return putSiteVisitorSegments({ ...options, body: { segments: [segment] } });
      };
      await putSiteVisitorSegments({ ...options, body: { segments: [{ name: 'Partners', claims: [] }] } });
      return {
        screen: screenOf('visitors?segment=Partners&dialog=segment'),
        write,
        read: async () => {
          const [segment] = (await getSiteVisitorSegments(options)).data.segments;
          return String(segment?.claims[0]?.value);
        },
      };
    },
    ...inDialog('isPartner', 'Save segment'),
    texts: { mine: 'true', theirs: 'false' },
    describe: (text) => (text === 'true' ? 'isPartner' : 'not isPartner'),
  },
  {
    form: 'site-structure/item-panel',
    name: 'a section’s title in its panel',
    arrange: titleOfSection('Quays'),
    open: (page) => treeRow(page, 'Quays').click(),
    ...inForm(/^Details of /, 'Title'),
  },
  {
    form: 'site-structure/structure-tree',
    name: 'a section’s title in the tree',
    arrange: titleOfSection('Piers'),
    ...inRow('Piers', 'tree'),
  },
] satisfies readonly EditedForm[];
