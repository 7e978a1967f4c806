import {
  changeRequestPath,
  inOrganization,
  itemPath,
  type ResolvePath,
  type Screen,
  everything,
} from '../screens/screen.ts';

const guide = /user guide/i;
const ofChangeRequest = '/o/$organizationId/spaces/$spaceId/changes/$changeRequest';

/** The source of a page of a change request that has a suggestion. */
const suggestionPath: ResolvePath = async (context) => {
  const { organizationId, read } = context;
  const { items } = await read(`/orgs/${organizationId}/change-requests?status=open&limit=1000`);
  const { space, id } = items.find(({ subject = '' }) => subject.startsWith('Input register 10')) ?? {};
  if (space === undefined) return changeRequestPath('/diff?view=source')(context);
  const comments = await read(`/spaces/${space}/change-requests/${id}/comments`);
  const page = comments.items.find(({ suggestion }) => suggestion)?.target?.page;
  return `/o/${organizationId}/spaces/${space}/changes/${id}/diff/${page?.id}?view=source`;
};

export const commentScreens = [
  {
    name: 'comments',
    route: '/o/$organizationId/inbox/comments',
    path: inOrganization('/inbox/comments'),
    expectedText: /\d+ comments?$/,
    empty: { expectedText: 'No open comments' },
    failure: everything,
  },
  {
    name: 'space-comments',
    route: '/o/$organizationId/spaces/$spaceId/comments/{-$commentId}',
    path: itemPath('spaces', '/comments', guide),
    expectedText: /\d+ comments?$/,
    empty: { expectedText: 'No open comments' },
    failure: { pathPattern: /\/comments$/ },
  },
  {
    name: 'change-request-comments',
    route: `${ofChangeRequest}/comments`,
    path: changeRequestPath('/comments'),
    expectedText: /\d+ comments?$/,
    empty: { expectedText: 'No open comments' },
    failure: { pathPattern: /\/comments$/ },
  },
  {
    name: 'suggestions',
    route: `${ofChangeRequest}/diff/$pageId`,
    path: suggestionPath,
    expectedText: /^Suggested change to/,
    async prepare(page) {
      await page
        .getByRole('button', { name: /^Line \d+$/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Suggest change…' }).click();
      await page.getByRole('textbox', { name: /^Suggested text/ }).waitFor();
    },
    failure: null,
  },
] satisfies readonly Screen[];
