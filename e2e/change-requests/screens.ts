import {
  changeRequestPagePath,
  changeRequestPath,
  foundPagePath,
  itemPath,
  type Screen,
  everything,
} from '../screens/screen.ts';

const guide = /user guide/i;
const ofChangeRequest = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest';

export const changeRequestScreens = [
  {
    name: 'space-changes',
    route: '/o/$organizationId/spaces/$spaceId/changes',
    path: itemPath('spaces', '/changes', guide),
    expectedText: 'New change request',
    empty: {
      expectedText: 'No matching change requests',
      path: itemPath('spaces', '/changes?status=archived'),
    },
    failure: { pathPattern: /\/change-requests$/ },
  },
  {
    name: 'change-request-new',
    route: '/o/$organizationId/spaces/$spaceId/changes/new',
    path: itemPath('spaces', '/changes/new', guide),
    expectedText: 'Create change request',
    failure: null,
  },
  {
    name: 'change-request-propose',
    route: '/o/$organizationId/spaces/$spaceId/pages/$pageId',
    path: foundPagePath(guide, 'the', (id) => `/pages/${id}?change=new`),
    expectedText: /^Propose a change to/,
    failure: null,
  },
  {
    name: 'change-request',
    route: ofChangeRequest,
    path: changeRequestPath(''),
    expectedText: /checks passed/,
    empty: { expectedText: /checks passed/ },
    failure: everything,
  },
  {
    name: 'change-request-review',
    route: ofChangeRequest,
    path: changeRequestPath('?dialog=review'),
    expectedText: 'Submit review',
    failure: null,
  },
  {
    name: 'change-request-description',
    route: ofChangeRequest,
    path: changeRequestPath('?dialog=description'),
    expectedText: /^Describe “/,
    failure: null,
  },
  {
    name: 'change-request-open',
    route: ofChangeRequest,
    path: changeRequestPath('?dialog=open'),
    expectedText: /for review/,
    failure: null,
  },
  {
    name: 'change-request-reviewers',
    route: ofChangeRequest,
    path: changeRequestPath('?dialog=reviewers'),
    expectedText: /Request review of/,
    failure: null,
  },
  {
    name: 'change-request-merge-later',
    route: ofChangeRequest,
    path: changeRequestPath(''),
    expectedText: /checks passed/,
    async prepare(page) {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Merge later…' }).click();
      await page.getByRole('dialog').getByLabel('When it is ready').waitFor();
    },
    failure: null,
  },
  {
    name: 'change-request-replace',
    route: ofChangeRequest,
    path: changeRequestPath('?dialog=replace'),
    expectedText: 'Find and replace',
    async prepare(page) {
      await page.getByRole('dialog').getByRole('textbox', { name: 'Find' }).fill('the');
      await page.getByRole('dialog').getByRole('button', { name: 'Find', exact: true }).click();
      await page.getByRole('list', { name: 'Matches' }).getByRole('listitem').first().waitFor();
    },
    failure: null,
  },
  {
    name: 'differences',
    route: `${ofChangeRequest}/diff/$pageId`,
    path: changeRequestPath('/diff'),
    expectedText: /^\d+ changes?$|^No text changes$/,
    empty: { expectedText: 'No changed pages' },
    failure: { pathPattern: /\/pages$/ },
  },
  {
    name: 'differences-source',
    route: `${ofChangeRequest}/diff/$pageId`,
    path: changeRequestPath('/diff?view=source'),
    expectedText: /^\d+ changes?$|^No text changes$/,
    failure: null,
  },
  {
    name: 'change-request-content',
    route: `${ofChangeRequest}/content`,
    path: changeRequestPath('/content'),
    expectedText: 'Links on this page',
    empty: { expectedText: 'No pages with text' },
    failure: { pathPattern: /\/content\/pages$/ },
  },
  {
    name: 'page-editor',
    route: `${ofChangeRequest}/content/$pageId/edit`,
    path: changeRequestPagePath((pageId) => `/content/${pageId}/edit`),
    expectedText: 'View page',
    failure: { pathPattern: /\/content\/pages$/ },
  },
  {
    name: 'page-options',
    route: `${ofChangeRequest}/content/$pageId/edit`,
    path: changeRequestPagePath((pageId) => `/content/${pageId}/edit`),
    expectedText: 'View page',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Page options' }).click();
      await page.getByText('Links to the next and previous page').waitFor();
    },
    failure: null,
  },
  {
    name: 'page-suggestions',
    route: `${ofChangeRequest}/content/$pageId/edit`,
    path: changeRequestPagePath((pageId) => `/content/${pageId}/edit?mode=suggest`),
    expectedText: /^The page stays as it is/,
    failure: { pathPattern: /\/comments$/ },
  },
  {
    name: 'page-templates',
    route: `${ofChangeRequest}/content/$pageId/edit`,
    path: changeRequestPagePath((pageId) => `/content/${pageId}/edit`),
    expectedText: 'View page',
    prepare: async (page) => {
      const pages = page.getByRole('region', { name: 'Pages', exact: true });
      const folding = page.locator('.page-editor-tree summary');
      await folding.waitFor({ state: 'attached' });
      if (await folding.isVisible()) await folding.click();
      await pages.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'New page from template…' }).click();
      await page.getByRole('dialog').getByText('Troubleshooting').waitFor();
    },
    failure: null,
  },
  {
    name: 'change-request-import',
    route: `${ofChangeRequest}/import`,
    path: changeRequestPath('/import'),
    expectedText: 'Source',
    failure: null,
  },
  {
    name: 'change-request-files',
    route: `${ofChangeRequest}/files`,
    path: changeRequestPath('/files'),
    expectedText: /file/i,
    empty: { expectedText: 'No changed files' },
    failure: { pathPattern: /\/changes$/ },
  },
  {
    name: 'change-request-reusable',
    route: `${ofChangeRequest}/reusable`,
    path: changeRequestPath('/reusable'),
    expectedText: 'New reusable content',
    empty: { expectedText: 'No reusable content' },
    failure: { pathPattern: /\/content\/reusable-contents$/ },
  },
  {
    name: 'change-request-reusable-new',
    route: `${ofChangeRequest}/reusable`,
    path: changeRequestPath('/reusable?create=yes'),
    expectedText: 'An edit changes all of them.',
    failure: null,
  },
  {
    name: 'change-request-links',
    route: `${ofChangeRequest}/links`,
    path: changeRequestPath('/links'),
    expectedText: 'Links from other spaces',
    empty: { expectedText: 'Links from other spaces' },
    failure: { pathPattern: /\/(links|changes)$/ },
  },
  {
    name: 'change-request-conflicts',
    route: `${ofChangeRequest}/conflicts`,
    path: changeRequestPath('/conflicts'),
    expectedText: /conflict/i,
    empty: { expectedText: 'No conflicts' },
    failure: { pathPattern: /\/conflicts$/ },
  },
] satisfies readonly Screen[];
