import { expect, type Page } from '@playwright/test';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createSpaceComment,
  createSpaceCommentReply,
  listChangeRequestPages,
} from '#api/generated/sdk.gen.ts';
import {
  chooseFromMenu,
  inComposer,
  inConfirmation,
  oncePerOrganization,
  press,
  expectButton,
  expectNotification,
} from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { insertPage } from '../support/space-pages.ts';

const space = oncePerOrganization((organization) => createTestSpace(organization, 'Guides'));

const markdown = (text: string) => ({ body: { markdown: text } });

/** A comment on a space with two replies. */
const spaceCommentScreen = oncePerOrganization(async (organization) => {
  const { client } = organization.admin;
  const spaceId = await createTestSpace(organization, 'Soundings');
  const path = { spaceId };
  const { data } = await createSpaceComment({ client, path, body: markdown('Deep?'), throwOnError: true });
  for (const text of ['Very.', 'Not very.'])
    await createSpaceCommentReply({ client, path: { ...path, commentId: data.id }, body: markdown(text) });
  return `/spaces/${spaceId}/comments/${data.id}`;
});

/** A comment on a change request with two replies. */
const commentScreenOf = (subject: string) =>
  oncePerOrganization(async (organization) => {
    const { client } = organization.admin;
    const { path, number } = await createTestChangeRequest(organization.admin, await space(organization), {
      subject,
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

const changeRequestCommentScreen = commentScreenOf('Shoals');
/** On its own: a resolved comment goes from the list, at once or when something else is read again. */
const resolvedCommentScreen = commentScreenOf('Bars');

const openMenuOf = (what: 'comment' | 'reply', entry: string) =>
  chooseFromMenu(`More actions for the ${what} by Ada Admin`, entry);

/** Fills the field that `open` opens, if it isn't open. */
const composing = (
  label: string,
  text: string,
  button: string,
  open: (page: Page) => Promise<unknown> = () => Promise.resolve(),
) =>
  ({
    ...inComposer(label, text, button),
    async open(page: Page) {
      await open(page);
      await page.getByRole('textbox', { name: label }).fill(text);
    },
  }) as const;

const deleting = (what: 'comment' | 'reply') =>
  ({ ...inConfirmation(openMenuOf(what, 'Delete…'), `Delete ${what}`) }) as const;

/** A page of a change request with a suggestion for its first line. */
const suggestionScreen = oncePerOrganization(async (organization) => {
  const { client } = organization.admin;
  const spaceId = await createTestSpace(organization, 'Lights');
  const { path, number } = await createTestChangeRequest(organization.admin, spaceId, {
    subject: 'Leading lights',
    changes: [insertPage('Lights', 'Two lights in lime.\n\nKeep them so.\n')],
  });
  const { data: tree } = await listChangeRequestPages({ client, path, throwOnError: true });
  const page = tree.pages.find(({ title }) => title === 'Lights')?.id ?? '';
  const suggestion = { startLine: 1, endLine: 1, text: 'Two lights in line.' };
  await createChangeRequestComment({ client, path, body: { page, body: { markdown: '' }, suggestion } });
  return `/spaces/${spaceId}/changes/${number}/diff/${page}?view=source`;
});

/** The fault cases of comments: on a space, then on a change request. */
export const spaceCommentCases = [
  {
    name: 'commenting on a space',
    operation: 'createSpaceComment',
    screen: spaceCommentScreen,
    ...composing('Comment on the space', 'How far down?', 'Comment'),
  },
  {
    name: 'replying on a space',
    operation: 'createSpaceCommentReply',
    screen: spaceCommentScreen,
    ...composing('Write a reply', 'Ten fathoms.', 'Reply', press('Reply')),
  },
  {
    name: 'changing a reply on a space',
    operation: 'updateSpaceCommentReply',
    screen: spaceCommentScreen,
    ...composing('Edit reply', 'Not so very.', 'Save', openMenuOf('reply', 'Edit')),
  },
  {
    name: 'changing a comment on a space',
    operation: 'updateSpaceComment',
    screen: spaceCommentScreen,
    ...composing('Edit comment', 'How deep?', 'Save', openMenuOf('comment', 'Edit')),
  },
  {
    name: 'deleting a reply on a space',
    operation: 'deleteSpaceCommentReply',
    screen: spaceCommentScreen,
    ...deleting('reply'),
  },
  {
    name: 'deleting a comment on a space',
    operation: 'deleteSpaceComment',
    screen: spaceCommentScreen,
    ...deleting('comment'),
  },
] satisfies readonly FaultCase[];

export const changeRequestCommentCases = [
  {
    name: 'commenting on a change request',
    operation: 'createChangeRequestComment',
    screen: changeRequestCommentScreen,
    ...composing('Comment on the change request', 'How far out?', 'Comment'),
  },
  {
    name: 'suggesting a change',
    operation: 'createChangeRequestComment',
    needsExtension: true,
    screen: suggestionScreen,
    ...composing('Suggested text for line 3', 'Keep them in line.', 'Suggest change', async (page) => {
      await press('Line 3')(page);
      await press('Suggest change…')(page);
    }),
  },
  {
    name: 'applying a suggestion',
    operation: 'applySuggestions',
    screen: suggestionScreen,
    submit: press('Apply'),
    expectPreserved: expectButton('Apply'),
    expectDone: expectNotification(/^1 suggestion applied/),
  },
  {
    name: 'replying on a change request',
    operation: 'createChangeRequestCommentReply',
    screen: changeRequestCommentScreen,
    ...composing('Write a reply', 'A cable.', 'Reply', press('Reply')),
  },
  {
    name: 'reacting to a reply on a change request',
    operation: 'updateChangeRequestCommentReply',
    screen: changeRequestCommentScreen,
    async submit(page) {
      await page
        .getByRole('list', { name: 'Replies' })
        .getByRole('button', { name: 'Add reaction' })
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Search or type an emoji' }).fill('⚓');
      await page.keyboard.press('Enter');
    },
    expectPreserved: (page) => expect(page.getByRole('button', { name: /^⚓/ })).toHaveCount(0),
    expectDone: (page) => expect(page.getByRole('button', { name: /^⚓/ })).toHaveCount(1),
  },
  {
    name: 'resolving a comment on a change request',
    operation: 'updateChangeRequestComment',
    screen: resolvedCommentScreen,
    submit: press('Resolve'),
    expectPreserved: expectButton('Resolve'),
    expectDone: expectNotification(/^Resolved /),
  },
  {
    name: 'deleting a reply on a change request',
    operation: 'deleteChangeRequestCommentReply',
    screen: changeRequestCommentScreen,
    ...deleting('reply'),
  },
  {
    name: 'deleting a comment on a change request',
    operation: 'deleteChangeRequestComment',
    screen: changeRequestCommentScreen,
    ...deleting('comment'),
  },
] satisfies readonly FaultCase[];
