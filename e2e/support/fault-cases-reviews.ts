/** The changes of change requests and discussions, for the fault run. */
import { expect, type Page } from '@playwright/test';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createSpaceComment,
  createSpaceCommentReply,
} from '#api/generated/sdk.gen.ts';
import { makeChangeRequest, makeConflict, makeSpace, mergeNow } from './change-requests.ts';
import {
  choose,
  inComposer,
  hit,
  inDialog,
  inQuestion,
  once,
  press,
  shows,
  tells,
} from './fault-gestures.ts';
import type { FaultCase } from './fault-run.ts';
import type { Organization } from './organizations.ts';

const space = once((organization) => makeSpace(organization, 'Guides'));
const editor = once((organization) => organization.addPerson('edit', 'Edo Editor'));
const reviewer = once((organization) => organization.addPerson('review', 'Rita Reviewer'));

/** Makes a change request, by the editor, whose part is the screen. */
const withChangeRequest =
  (subject: string, rest = '') =>
  async (organization: Organization): Promise<string> => {
    const spaceId = await space(organization);
    const { number } = await makeChangeRequest(await editor(organization), spaceId, { subject });
    return `/spaces/${spaceId}/changes/${number}${rest}`;
  };

/** The changes of change requests. */
export const changeRequestCases = [
  {
    name: 'starting a change request',
    operation: 'createChangeRequest',
    screen: async (organization) => `/spaces/${await space(organization)}/changes/new`,
    ...inDialog('Subject (optional)', 'Harbours', 'Create change request'),
  },
  {
    name: 'renaming a change request',
    operation: 'updateChangeRequest',
    screen: withChangeRequest('Piers'),
    async open(page) {
      await choose('More actions', 'Rename')(page);
      await page.getByRole('textbox', { name: 'Subject' }).fill('Piers and quays');
    },
    submit: press('Save'),
    kept: (page) => expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Piers and quays'),
    over: (page) => expect(page.getByRole('heading', { level: 1, name: 'Piers and quays' })).toBeVisible(),
  },
  {
    name: 'updating a change request from its space',
    operation: 'updateChangeRequestFromMain',
    async screen(organization) {
      const screen = await withChangeRequest('Locks')(organization);
      const meanwhile = await makeChangeRequest(organization.admin, await space(organization), {
        subject: 'Meanwhile',
      });
      await mergeNow(organization.admin, meanwhile);
      return screen;
    },
    submit: press('Update'),
    kept: shows('Update'),
    over: (page) => expect(page.getByText('“Locks” is up to date with Guides')).toBeVisible(),
  },
  {
    name: 'reviewing a change request',
    operation: 'createReview',
    screen: withChangeRequest('Sluices', '?ask=review'),
    ...inDialog('Comment (optional)', 'Say when.', 'Send verdict'),
  },
  {
    name: 'asking for a review',
    operation: 'requestReviewers',
    async screen(organization) {
      await reviewer(organization);
      return withChangeRequest('Weirs', '?ask=reviewers')(organization);
    },
    async open(page) {
      await page.getByRole('combobox', { name: 'Reviewers' }).fill('rita');
      await page.getByRole('option', { name: /Rita Reviewer/ }).click();
    },
    submit: (page) => hit(page.getByRole('dialog').getByRole('button', { name: 'Ask for reviews' })),
    kept: (page) =>
      expect(page.getByRole('dialog').getByRole('list', { name: 'Chosen' })).toContainText('Rita Reviewer'),
    over: (page) => expect(page.getByRole('dialog')).toHaveCount(0),
  },
  {
    name: 'no longer asking for a review',
    operation: 'removeRequestedReviewer',
    async screen(organization) {
      const spaceId = await space(organization);
      const wanted = { subject: 'Fords', reviewers: [await reviewer(organization)] };
      const { number } = await makeChangeRequest(await editor(organization), spaceId, wanted);
      return `/spaces/${spaceId}/changes/${number}`;
    },
    submit: press('No longer ask Rita Reviewer'),
    kept: shows('No longer ask Rita Reviewer'),
    over: (page) => expect(page.getByRole('button', { name: 'No longer ask Rita Reviewer' })).toHaveCount(0),
  },
  {
    name: 'merging a change request',
    operation: 'mergeChangeRequest',
    screen: withChangeRequest('Dams'),
    ...inQuestion(press('Merge'), 'Merge'),
  },
  {
    name: 'settling conflicts',
    operation: 'editChangeRequestContent',
    async screen(organization) {
      const spaceId = await makeSpace(organization, 'Manual');
      const writer = await editor(organization);
      const { conflicting } = await makeConflict(writer, organization.admin, spaceId);
      return `/spaces/${spaceId}/changes/${conflicting.number}/conflicts`;
    },
    async open(page) {
      await press('Write the merged text')(page);
      await page.getByRole('textbox', { name: 'Merged text' }).fill('Listens on both ports.\n');
    },
    submit: press('Save'),
    kept: (page) =>
      expect(page.getByRole('textbox', { name: 'Merged text' })).toHaveValue('Listens on both ports.\n'),
    over: (page) => expect(page.getByText('Settled 1 conflict')).toBeVisible(),
  },
] satisfies readonly FaultCase[];

const markdown = (text: string) => ({ body: { markdown: text } });

/** Two discussions on a space, the first with two replies. */
const onSpace = once(async (organization) => {
  const { client } = organization.admin;
  const spaceId = await makeSpace(organization, 'Soundings');
  const path = { spaceId };
  const { data } = await createSpaceComment({ client, path, body: markdown('Deep?'), throwOnError: true });
  for (const text of ['Very.', 'Not very.'])
    await createSpaceCommentReply({ client, path: { ...path, commentId: data.id }, body: markdown(text) });
  return `/spaces/${spaceId}/comments/${data.id}`;
});

const onChangeRequest = once(async (organization) => {
  const { client } = organization.admin;
  const { path, number } = await makeChangeRequest(organization.admin, await space(organization), {
    subject: 'Shoals',
  });
  const { data } = await createChangeRequestComment({
    client,
    path,
    body: markdown('Shallow?'),
    throwOnError: true,
  });
  for (const text of ['Rather.', 'Not rather.'])
    await createChangeRequestCommentReply({
      client,
      path: { ...path, commentId: data.id },
      body: markdown(text),
    });
  return `/spaces/${path.spaceId}/changes/${number}/comments?comment=${data.id}`;
});

const about = (what: 'discussion' | 'reply', entry: string) =>
  choose(`More about the ${what} of Ada Admin`, entry);

/** Writes into the field that something brings. */
const composing = (
  label: string,
  text: string,
  button: string,
  bring: (page: Page) => Promise<unknown> = () => Promise.resolve(),
) =>
  ({
    ...inComposer(label, text, button),
    async open(page: Page) {
      await bring(page);
      await page.getByRole('textbox', { name: label }).fill(text);
    },
  }) as const;

const deleting = (what: 'discussion' | 'reply') =>
  ({ ...inQuestion(about(what, 'Delete…'), `Delete ${what}`) }) as const;

/** The changes of discussions: on a space, then on a change request. */
export const spaceCommentCases = [
  {
    name: 'commenting on a space',
    operation: 'createSpaceComment',
    screen: onSpace,
    ...composing('Comment on the space as a whole', 'How far down?', 'Comment'),
  },
  {
    name: 'replying on a space',
    operation: 'createSpaceCommentReply',
    screen: onSpace,
    ...composing('Write a reply', 'Ten fathoms.', 'Reply', press('Reply')),
  },
  {
    name: 'changing a reply on a space',
    operation: 'updateSpaceCommentReply',
    screen: onSpace,
    ...composing('Text of the reply', 'Not so very.', 'Save', about('reply', 'Edit')),
  },
  {
    name: 'changing a comment on a space',
    operation: 'updateSpaceComment',
    screen: onSpace,
    ...composing('Text of the discussion', 'How deep?', 'Save', about('discussion', 'Edit')),
  },
  {
    name: 'deleting a reply on a space',
    operation: 'deleteSpaceCommentReply',
    screen: onSpace,
    ...deleting('reply'),
  },
  {
    name: 'deleting a comment on a space',
    operation: 'deleteSpaceComment',
    screen: onSpace,
    ...deleting('discussion'),
  },
] satisfies readonly FaultCase[];

/** See above. */
export const changeRequestCommentCases = [
  {
    name: 'commenting on a change request',
    operation: 'createChangeRequestComment',
    screen: onChangeRequest,
    ...composing('Comment on the change request as a whole', 'How far out?', 'Comment'),
  },
  {
    name: 'replying on a change request',
    operation: 'createChangeRequestCommentReply',
    screen: onChangeRequest,
    ...composing('Write a reply', 'A cable.', 'Reply', press('Reply')),
  },
  {
    name: 'reacting to a reply on a change request',
    operation: 'updateChangeRequestCommentReply',
    screen: onChangeRequest,
    async submit(page) {
      await page
        .getByRole('list', { name: 'Replies' })
        .getByRole('button', { name: 'Add a reaction' })
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Search emoji, or type any' }).fill('⚓');
      await page.keyboard.press('Enter');
    },
    kept: (page) => expect(page.getByRole('button', { name: /^⚓/ })).toHaveCount(0),
    over: (page) => expect(page.getByRole('button', { name: /^⚓/ })).toHaveCount(1),
  },
  {
    name: 'resolving a discussion on a change request',
    operation: 'updateChangeRequestComment',
    screen: onChangeRequest,
    submit: press('Resolve'),
    kept: shows('Resolve'),
    over: tells,
  },
  {
    name: 'deleting a reply on a change request',
    operation: 'deleteChangeRequestCommentReply',
    screen: onChangeRequest,
    ...deleting('reply'),
  },
  {
    name: 'deleting a comment on a change request',
    operation: 'deleteChangeRequestComment',
    screen: onChangeRequest,
    ...deleting('discussion'),
  },
] satisfies readonly FaultCase[];
