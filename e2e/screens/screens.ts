import type { Page } from '@playwright/test';

/** What a path may need to know of a listed thing. */
interface ListedThing {
  id: string;
  title?: string;
  name?: string;
  slug?: string;
  /** The space of a change request. */
  space?: string;
}

/** What a path is made from: the first organization of the demonstration data and a way to ask the interface. */
export interface Place {
  organizationId: string;
  /** Reads an address below /v1 as the administrator. */
  read: (path: string) => Promise<{ items: ListedThing[] }>;
}

/** One picture. */
export interface Screen {
  /** The file's name without theme and size. */
  name: string;
  path: (place: Place) => string | Promise<string>;
  /** A text that is there when the screen has what it is about. */
  shows: string | RegExp;
  /** What is done before the picture is taken. */
  prepare?: (page: Page) => Promise<void>;
}

const inOrganization = (rest: string) => (place: Place) => `/o/${place.organizationId}${rest}`;

/** The address of one thing, found as the first of a list whose title matches, or simply the first. */
const one =
  (list: string, rest: string, title = /./) =>
  async (place: Place) => {
    const { items } = await place.read(`/orgs/${place.organizationId}/${list}`);
    const found = items.find((item) => title.test(item.title ?? '')) ?? items[0];
    return `/o/${place.organizationId}/${list}/${found?.id}${rest}`;
  };

/** The address of a thing of a list that stands at another address in the console: the first, or that of a name. */
const first =
  (list: string, screen: string, rest = '', wanted = /./) =>
  async (place: Place) => {
    const { items } = await place.read(`/orgs/${place.organizationId}/${list}`);
    const names = items.map(({ slug, name, id }) => slug ?? name ?? id);
    return `/o/${place.organizationId}/${screen}/${names.find((name) => wanted.test(name)) ?? names[0]}${rest}`;
  };

/** The address of a part of the first open change request. */
const changeRequest = (part: string) => async (place: Place) => {
  const { items } = await place.read(`/orgs/${place.organizationId}/change-requests?status=open`);
  const [found] = items;
  return `/o/${place.organizationId}/spaces/${found?.space}/changes/${found?.id}${part}`;
};

/** The screens of the console, as the demonstration data fill them. */
export const screens: readonly Screen[] = [
  { name: 'home', path: inOrganization(''), shows: 'Joined last' },
  { name: 'members', path: inOrganization('/members'), shows: /@/ },
  { name: 'member', path: one('members', ''), shows: /@/ },
  {
    name: 'members-bulk',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page
        .getByRole('checkbox')
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await page.getByRole('toolbar').getByRole('button', { name: 'Role…' }).click();
      await page.getByRole('list', { name: 'Plan' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'members-selection',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.getByRole('checkbox').nth(1).click();
      await page.getByRole('toolbar').waitFor();
    },
  },
  {
    name: 'members-import',
    path: inOrganization('/members/import'),
    shows: 'Lines',
    prepare: async (page) => {
      await page
        .getByLabel('Lines')
        .fill('email,role\nreader@demo.example,edit\nnew.face@demo.example,read\nx,king');
      await page.getByRole('list', { name: 'Plan' }).waitFor();
    },
  },
  { name: 'access-review', path: inOrganization('/access-review'), shows: /Administrators/ },
  { name: 'audit-log', path: inOrganization('/audit-log'), shows: 'Who changed what' },
  { name: 'journal', path: inOrganization('/journal'), shows: 'My changes' },
  {
    name: 'inspector',
    path: inOrganization('/teams'),
    shows: 'Teams',
    prepare: async (page) => {
      await page.keyboard.press('Shift+I');
      await page.getByRole('dialog', { name: 'Requests' }).waitFor();
    },
  },
  { name: 'invite-people', path: inOrganization('/invites/people'), shows: 'E-mail addresses' },
  {
    name: 'join',
    path: ({ organizationId }) => `/join/${organizationId}/abcdefghijklmnopqrstuvwxyz012345`,
    shows: 'You are invited',
  },
  { name: 'teams', path: inOrganization('/teams'), shows: 'Teams' },
  { name: 'team', path: one('teams', ''), shows: /@/ },
  { name: 'team-new', path: inOrganization('/teams/new'), shows: /Create/ },
  { name: 'invites', path: inOrganization('/invites'), shows: /link/i },
  { name: 'custom-fields', path: inOrganization('/custom-fields'), shows: 'Matrix' },
  { name: 'custom-field', path: first('custom-fields', 'custom-fields'), shows: 'Spaces with a value' },
  { name: 'custom-field-new', path: inOrganization('/custom-fields/new'), shows: 'Create field' },
  {
    name: 'custom-field-matrix',
    path: inOrganization('/custom-fields/matrix'),
    shows: /Arrow keys|Fill down/,
  },
  {
    name: 'custom-field-import',
    path: inOrganization('/custom-fields/matrix/import'),
    shows: 'Empty cells take values away',
  },
  { name: 'translations', path: inOrganization('/translations'), shows: /\d translation setting/ },
  { name: 'translation', path: first('translations', 'translations'), shows: 'Languages' },
  { name: 'api-specs', path: inOrganization('/api-specs'), shows: 'Up to date' },
  { name: 'api-spec-new', path: inOrganization('/api-specs/new'), shows: 'Add specification' },
  { name: 'api-spec', path: first('openapi', 'api-specs', '', /tideline-api/), shows: /\d operations/ },
  {
    name: 'api-spec-compare',
    path: first('openapi', 'api-specs', '/compare', /tideline-api/),
    shows: /the same|only one/,
  },
  { name: 'sso', path: inOrganization('/sso'), shows: 'On the sign-in page' },
  { name: 'sso-provider', path: first('saml', 'sso'), shows: 'Does it work?' },
  { name: 'sso-provider-edit', path: first('saml', 'sso', '/edit'), shows: 'Role of newcomers' },
  {
    name: 'inbox',
    path: inOrganization('/inbox/waiting'),
    shows: /change request/,
    prepare: async (page) => {
      await page.keyboard.press('j');
      await page.getByRole('region', { name: 'Ready to merge?' }).waitFor();
    },
  },
  {
    name: 'change-request',
    path: inOrganization('/inbox/waiting'),
    shows: /change request/,
    prepare: async (page) => {
      await page.keyboard.press('j');
      await page.getByRole('article').waitFor();
      await page.keyboard.press('o');
      await page.getByRole('region', { name: 'Reviewers' }).waitFor();
      await page.getByRole('region', { name: 'Ready to merge?' }).waitFor();
    },
  },
  { name: 'differences', path: changeRequest('/diff'), shows: /places? differs?|text is the same/ },
  {
    name: 'differences-source',
    path: changeRequest('/diff?view=source'),
    shows: /places? differs?|text is the same/,
  },
  { name: 'change-request-links', path: changeRequest('/links'), shows: 'Links from other spaces' },
  { name: 'change-request-comments', path: changeRequest('/comments'), shows: /Discussion|discussion/ },
  { name: 'comments', path: inOrganization('/inbox/comments'), shows: /discussion/ },
  { name: 'space-comments', path: one('spaces', '/comments', /user guide/i), shows: /discussion/ },
  { name: 'space-changes', path: one('spaces', '/changes', /user guide/i), shows: 'Worked on by' },
  { name: 'sites', path: inOrganization('/sites'), shows: 'Sites' },
  { name: 'structure', path: one('sites', '/structure'), shows: /section/i },
  { name: 'site-settings', path: one('sites', '/settings'), shows: /visib/i },
  { name: 'visitors', path: one('sites', '/visitors', /help/i), shows: 'Nothing known' },
  { name: 'visitors-claims', path: one('sites', '/visitors?view=claims', /help/i), shows: 'New claim' },
  {
    name: 'visitors-conditions',
    path: one('sites', '/visitors?view=conditions', /help/i),
    shows: /visitor\.claims/,
  },
  { name: 'published', path: one('sites', '/published', /help/i), shows: 'Looks' },
  { name: 'search', path: inOrganization('/search?q=battery'), shows: /Pages in/ },
  { name: 'orgs', path: () => '/orgs', shows: 'Organizations' },
  { name: 'space', path: one('spaces', ''), shows: 'Members by default' },
  { name: 'content', path: inOrganization('/content'), shows: /collections and/ },
  { name: 'content-new-space', path: inOrganization('/content/new-space'), shows: 'Create space' },
  { name: 'collection', path: one('collections', ''), shows: 'Members by default' },
  { name: 'collection-access', path: one('collections', '/access'), shows: /@/ },
  { name: 'trash', path: inOrganization('/trash'), shows: 'Trash' },
  { name: 'space-move', path: one('spaces', '?ask=move', /guide/i), shows: 'Place' },
  { name: 'space-transfer', path: one('spaces', '?ask=transfer', /guide/i), shows: /Transfer|no other/ },
  { name: 'space-pages', path: one('spaces', '/pages', /user guide/i), shows: 'Links on this page' },
  { name: 'space-files', path: one('spaces', '/files', /user guide/i), shows: 'Kind' },
  { name: 'space-links', path: one('spaces', '/links?status=all', /user guide/i), shows: 'Leads to' },
  { name: 'space-import', path: one('spaces', '/import', /user guide/i), shows: 'Kind of source' },
  { name: 'space-access', path: one('spaces', '/access', /user guide/i), shows: /@/ },
  { name: 'settings-general', path: inOrganization('/settings/general'), shows: 'Plan and billing' },
  { name: 'settings-access', path: inOrganization('/settings/access'), shows: 'Enforce single sign-on' },
  {
    name: 'palette',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('in');
      await page.getByRole('option').nth(4).waitFor();
    },
  },
  {
    name: 'keys',
    path: inOrganization('/members'),
    shows: /@/,
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'preferences', path: () => '/preferences', shows: 'Theme' },
  { name: 'not-found', path: inOrganization('/teams/doesnotexist0000000'), shows: /not|no/i },
];
