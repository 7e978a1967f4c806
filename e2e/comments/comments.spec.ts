import type { Page } from '@playwright/test';
import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  createSpaceComment,
  createSpaceCommentReply,
  deleteChangeRequestComment,
  editChangeRequestContent,
  getChangeRequestPage,
  listChangeRequestComments,
  listSpaceComments,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { expectPageFits } from '../support/layout.ts';
import { commentName, editName, resolveName } from '../support/names.ts';
import { insertPage, createPages, updatePage } from '../support/space-pages.ts';
import { createDiscussions } from './discussions.ts';

const threadOf = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('a reviewer resolves every thread of a page by keyboard and undoes it @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { path, screen } = await createDiscussions(organization, ['One?', 'Two?', 'Three?']);
  const open = async () => {
    const { client } = organization.admin;
    const { data } = await listChangeRequestComments({
      client,
      path,
      query: { status: 'open' },
      throwOnError: true,
    });
    return data.items.length;
  };
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/comments`));
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('j');
  await expect(threadOf(page, 'Three?')).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Write a reply' })).toBeFocused();
  await page.keyboard.type('Because.');
  await page.keyboard.press('Control+Enter');
  await expect(threadOf(page, 'Three?').getByRole('list', { name: 'Replies' })).toContainText('Because.');
  await page.keyboard.press('k');
  for (const remaining of [2, 1, 0]) {
    await page.keyboard.press('e');
    await expect.poll(open).toBe(remaining);
    await expect(page.getByRole('article')).toHaveCount(remaining);
  }
  await expect(page.getByRole('heading', { name: 'No open comments' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(open).toBe(1);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a reviewer comments on a changed block, and the comment outlives the block @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  // The background reads of the page fail offline.
  problems.expect(/ERR_INTERNET_DISCONNECTED/);
  const { path, screen, pageId } = await createDiscussions(organization, []);
  const cora = await organization.addPerson('comment', 'Cora Commenter');
  await signIn(cora);
  const pickerFetched = page.waitForResponse(/\/emoji-picker-/);
  await page.goto(organization.path(`${screen}/diff/${pageId}`));
  const edited = page.getByRole('listitem').filter({ hasText: '~ Edited' });
  const field = page.getByRole('textbox', { name: 'Comment on this block' });
  // By keyboard: on the page where no block has the focus, else on that block, whether its field is open or not.
  await edited.waitFor();
  await page.keyboard.press('c');
  await expect(page.getByRole('textbox', { name: 'Comment on this page' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Comment on this page' }).blur();
  for (let time = 1; time <= 2; time += 1) {
    await page.keyboard.press('n');
    await expect(edited).toBeFocused();
    await page.keyboard.press('c');
    await expect(edited.getByRole('textbox', { name: 'Comment on this block' })).toBeFocused();
    await field.blur();
  }
  await field.fill('How slowly, @Ada');
  await page.getByRole('option', { name: /Ada Admin/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('How slowly, @Ada Admin ');
  await page.reload();
  await expect(field).toHaveValue('How slowly, @Ada Admin ');
  await field.press('Control+Enter');
  await expect(edited.getByRole('article')).toContainText('How slowly, @Ada Admin');

  const { client } = organization.admin;
  const { data: listed } = await listChangeRequestComments({ client, path, throwOnError: true });
  const { data: text } = await getChangeRequestPage({
    client,
    path: { ...path, pageId },
    query: { format: 'document' },
    throwOnError: true,
  });
  expect(listed.items[0]?.target.node?.id).toBe(text.document?.nodes?.[0]?.id);

  // The picker was prefetched and works offline.
  await pickerFetched;
  await page.context().setOffline(true);
  await edited.getByRole('button', { name: 'Add reaction' }).click();
  const picker = page.getByRole('dialog', { name: 'Add reaction' });
  await picker.getByRole('textbox').fill('rock');
  await expect(picker.getByRole('button', { name: /🚀|rocket/ })).toBeVisible();
  await page.context().setOffline(false);
  await picker.getByRole('textbox').press('Enter');
  await expect(edited.getByRole('button', { name: /^🚀 1/ })).toHaveAttribute('aria-pressed', 'true');
  await edited.getByRole('button', { name: /^🚀 1/ }).click();
  await expect(edited.getByRole('button', { name: /^🚀/ })).toHaveCount(0);

  await edited.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: editName }).click();
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('At what pace?');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(edited.getByRole('article')).toContainText('At what pace?');
  await expect(edited.getByRole('article')).toContainText('edited');

  const write = (text: string) =>
    editChangeRequestContent({ client, path, body: { changes: [updatePage(pageId, text)] } });
  await write('Open the valve very slowly.\n\nWait.\n');
  await page.reload();
  await expect(edited.getByRole('article')).toContainText('At what pace?');
  await write('Wait.\n');
  await page.reload();
  const outdated = page.getByRole('region', { name: 'Comments on this page' }).getByRole('article');
  await expect(outdated).toContainText('Outdated');
  await expect(outdated.getByRole('blockquote')).toContainText('Open the valve slowly.');
  await outdated.getByRole('button', { name: 'View original page' }).click();
  await expect(outdated).toContainText(/Open the valve slowly\.\s+Wait\./);
});

test('two people see each other’s comments and resolutions @details', async ({
  organization,
  signIn,
  page,
  browser,
  problems,
}) => {
  const { path, screen, pageId } = await createDiscussions(organization, ['Is this right?']);
  const cora = await organization.addPerson('comment', 'Cora Commenter');
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  await signIn(organization.admin);
  await signIn(cora, otherPage);
  const address = organization.path(`${screen}/comments`);
  await Promise.all([page.goto(address), otherPage.goto(address)]);
  await threadOf(otherPage, 'Is this right?').getByRole('button', { name: 'Reply' }).click();
  await otherPage.getByRole('textbox', { name: 'Write a reply' }).fill('It is.');
  await otherPage.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(otherPage.getByRole('list', { name: 'Replies' })).toContainText('It is.');
  await page.reload();
  await threadOf(page, 'Is this right?').getByRole('button', { name: '1 reply' }).click();
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText('It is.');
  await threadOf(page, 'Is this right?').getByRole('button', { name: resolveName }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(otherPage.getByRole('article')).toHaveCount(0);
  // The text of a reply survives the deletion of its comment.
  const { client } = organization.admin;
  const about = { page: pageId, body: { markdown: 'Are you sure?' } };
  const { data } = await createChangeRequestComment({ client, path, body: about, throwOnError: true });
  await otherPage.reload();
  await threadOf(otherPage, 'Are you sure?').getByRole('button', { name: 'Reply', exact: true }).click();
  await deleteChangeRequestComment({ client, path: { ...path, commentId: data.id } });
  problems.expect(/status of 40\d/);
  await otherPage.keyboard.type('Surely.');
  await otherPage.keyboard.press('Control+Enter');
  await expect(otherPage.getByRole('alert')).toContainText(/not sent.*Copy text/s);
  await expect(otherPage.getByRole('article')).toHaveCount(0);
  // The draft of a comment on a block outlives the block, too.
  await otherPage.goto(organization.path(`${screen}/diff/${pageId}`));
  const edited = otherPage.getByRole('listitem').filter({ hasText: '~ Edited' });
  await edited.getByRole('button', { name: commentName, exact: true }).click();
  await otherPage.getByRole('textbox', { name: 'Comment on this block' }).fill('How slowly?');
  const body = { changes: [updatePage(pageId, 'Leave the valve alone.\n')] };
  await editChangeRequestContent({ client, path, body });
  await otherPage.keyboard.press('Control+Enter');
  await expect(edited).toContainText('Leave the valve alone.');
  const unsent = otherPage.getByText('Unsent draft: its block was changed or deleted');
  await expect(unsent.locator('..')).toContainText('How slowly?');
  // A change by someone else moves neither scroll position nor focus.
  body.changes = [updatePage(pageId, 'Leave the valve alone, please.\n')];
  await editChangeRequestContent({ client, path, body });
  const field = otherPage.getByRole('textbox', { name: 'Comment on this page' });
  await field.fill('Why?');
  await field.press('Control+Enter');
  await expect(edited).toContainText('Leave the valve alone, please.');
  await expect(field).toBeFocused();
  await otherPage.getByRole('button', { name: 'Discard' }).click();
  await expect(unsent).toBeHidden();
  await context.close();
});

test('an administrator filters comments of all spaces and resolves several with undo @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId } = await createDiscussions(organization, ['In the change request']);
  const { client } = organization.admin;
  for (const markdown of ['On the space', 'Also on the space']) {
    await createSpaceComment({ client, path: { spaceId }, body: { body: { markdown } } });
  }
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/comments'));
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(
    page.getByRole('heading', { name: /Valves.*Tide gauges #\d+ · Better valves/s }),
  ).toBeVisible();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('checkbox').last().check();
  await page.getByRole('toolbar').getByRole('button', { name: resolveName }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await checkAccessibility(page);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByLabel('Page', { exact: true }).selectOption('Valves');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByLabel('Page', { exact: true }).selectOption('All pages');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByLabel('Author').selectOption('Me');
  await expect(page).toHaveURL(/author=/);
  await page.getByText('Resolved', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No comments found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByRole('heading', { name: 'No resolved comments' })).toBeVisible();
});

test('an administrator deletes a comment with replies after a warning, and a reader cannot @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId } = await createDiscussions(organization, []);
  const { client } = organization.admin;
  const { data } = await createSpaceComment({
    client,
    path: { spaceId },
    body: { body: { markdown: 'Wrong here' } },
    throwOnError: true,
  });
  const path = { spaceId, commentId: data.id };
  await createSpaceCommentReply({ client, path, body: { body: { markdown: 'Yes' } } });
  await updateSpace({ client, path: { spaceId }, body: { defaultLevel: 'read' } });
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`/spaces/${spaceId}/comments/${data.id}`));
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText('Yes');
  for (const name of ['Reply', 'Resolve', 'Comment']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true');
  }
  await expect(page.getByRole('button', { name: 'Add reaction' }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  await signIn(organization.admin);
  await page.reload();
  await page.getByRole('button', { name: /^More actions for the comment/ }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete comment?' });
  await expect(confirmation.getByText(/also deletes 1 reply and all reactions/)).toBeVisible();
  await confirmation.getByRole('button', { name: 'Delete comment' }).click();
  await expect(page.getByRole('heading', { name: 'No open comments' })).toBeVisible();
  const { data: left } = await listSpaceComments({ client, path: { spaceId }, throwOnError: true });
  expect(left.items).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectPageFits(page);
});

test('a commenter comments, replies, reacts and edits both texts', async ({ organization, signIn, page }) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Gauges', 'Read them twice.')]);
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}/comments`));
  const composer = page.getByRole('textbox', { name: 'Comment on the space' });
  await composer.fill('Who reads *these*?');
  await composer.press('Control+Enter');
  const thread = threadOf(page, 'Who reads these?');
  await thread.getByRole('button', { name: 'Reply' }).click();
  await page.getByRole('textbox', { name: 'Write a reply' }).fill('Harbour masters.');
  await page.getByRole('textbox', { name: 'Write a reply' }).press('Control+Enter');
  const reply = thread.getByRole('list', { name: 'Replies' }).getByRole('listitem');
  await expect(reply).toContainText('Harbour masters.');

  await reply.getByRole('button', { name: 'Add reaction' }).click();
  const picker = page.getByRole('dialog', { name: 'Add reaction' }).getByRole('textbox');
  await picker.fill('rock');
  await picker.press('Enter');
  await expect(reply.getByRole('button', { name: /^🚀 1/ })).toHaveAttribute('aria-pressed', 'true');
  const edit = async (what: string, before: string, after: string) => {
    await page.getByRole('button', { name: `More actions for the ${what} by Ada Admin` }).click();
    await page.getByRole('menuitem', { name: editName }).click();
    const field = page.getByRole('textbox', { name: `Edit ${what}` });
    await expect(field).toHaveValue(before);
    await field.fill(after);
    await field.press('Control+Enter');
    await expect(field).toBeHidden();
  };
  await edit('reply', 'Harbour masters.', 'Pilots.');
  await expect(reply).toContainText('Pilots.');
  await edit('comment', 'Who reads *these*?', 'Who writes these?');
  await expect(threadOf(page, 'Who writes these?')).toBeVisible();

  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  const onPage = page.getByRole('textbox', { name: 'Comment on this page' });
  await onPage.fill('Shorter, please.');
  await onPage.press('Control+Enter');
  await expect(threadOf(page, 'Shorter, please.')).toBeVisible();
  await expect(onPage).toHaveValue('');

  const { client } = organization.admin;
  const query = { format: 'markdown' } as const;
  const { data } = await listSpaceComments({ client, path: { spaceId }, query, throwOnError: true });
  expect(data.items).toMatchObject([
    { target: { page: { id: idOf('Gauges') } }, body: { markdown: 'Shorter, please.' } },
    { replies: 1, body: { markdown: 'Who writes these?' } },
  ]);
});

test('a commenter edits a reply in a change request and deletes the comment @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { path, screen } = await createDiscussions(organization, ['Wrong here']);
  const { client } = organization.admin;
  const list = async () => (await listChangeRequestComments({ client, path, throwOnError: true })).data.items;
  const [comment] = await list();
  await createChangeRequestCommentReply({
    client,
    path: { ...path, commentId: comment?.id ?? '' },
    body: { body: { markdown: 'Why?' } },
  });
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/comments?comment=${comment?.id}`));
  const replies = page.getByRole('list', { name: 'Replies' });
  await replies.getByRole('button', { name: 'More actions for the reply by Ada Admin' }).click();
  await page.getByRole('menuitem', { name: editName }).click();
  const field = page.getByRole('textbox', { name: 'Edit reply' });
  await expect(field).toHaveValue('Why?');
  await field.fill('Because.');
  await field.press('Control+Enter');
  await expect(replies).toContainText('Because.');

  await page.getByRole('button', { name: 'More actions for the comment by Ada Admin' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect(page.getByRole('heading', { name: 'No open comments' })).toBeVisible();
  expect(await list()).toEqual([]);
});
