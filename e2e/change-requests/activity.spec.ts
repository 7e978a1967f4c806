import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  getChangeRequestPage,
  updateChangeRequestComment,
} from '#api/generated/sdk.gen.ts';
import { createDiscussions } from '../comments/discussions.ts';
import { expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';

test('a reviewer reads comments among what happened, and the open ones beside the inbox', async ({
  organization,
  signIn,
  page,
}) => {
  const { path, pageId, screen } = await createDiscussions(organization, []);
  const { client } = organization.admin;
  const { data } = await getChangeRequestPage({
    client,
    path: { ...path, pageId },
    query: { format: 'document' },
    throwOnError: true,
  });
  const node = String(data.document?.nodes?.[0]?.id);
  const comment = async (markdown: string, block?: string) => {
    const body = { page: pageId, ...(block && { node: block }), body: { markdown } };
    const created = await createChangeRequestComment({ client, path, body, throwOnError: true });
    return { ...path, commentId: created.data.id };
  };
  const resolved = await comment('Too late.');
  const open = await comment('Is it *really* slow?', node);
  await updateChangeRequestComment({ client, path: resolved, body: { resolved: true } });
  await createChangeRequestCommentReply({ client, path: open, body: { body: { markdown: 'It is.' } } });

  await signIn(organization.admin);
  await page.goto(organization.path(screen));
  const activity = page.getByRole('region', { name: 'Activity' });
  const entries = activity.getByRole('list').first().getByRole('listitem');
  await expect(entries.filter({ hasText: 'Too late.' })).toContainText('Resolved');
  const questions = entries.filter({ hasText: 'slow?' });
  await expect(questions.getByRole('emphasis')).toHaveText('really');
  await expect(questions).toContainText('Open the valve slowly.');
  await expect(questions).not.toContainText('Resolved');
  await expect(entries.last()).toContainText('created this change request');
  // The edited page is named.
  await expect(entries.filter({ hasText: /^Edited \S*Valves/ })).toHaveCount(1);
  // A reply stands at its own time.
  await expect(entries.first()).toContainText(/replied.*To the comment of Ada Admin.*It is\./);
  await expect(questions.getByRole('button', { name: '1 reply' })).toHaveCount(0);
  await expect(questions.getByRole('link', { name: 'Valves' })).toHaveAttribute(
    'href',
    new RegExp(`/diff/${pageId}$`),
  );
  await questions.getByRole('link', { name: 'Open comment' }).click();
  await expect(page.getByRole('article', { name: /^Comment by/ })).toHaveAttribute('aria-current', 'true');

  await navigateTo(page, organization.path('/inbox/open'));
  await expect(activity).toContainText('really');
  await expect(activity).not.toContainText('Too late.');
  await questions.getByRole('button', { name: '1 reply' }).click();
  await expect(questions.getByRole('list', { name: 'Replies' })).toContainText('It is.');
});

test('a reviewer is led from the latest fifty comments to those before them @details', async ({
  organization,
  signIn,
  page,
}) => {
  const texts = Array.from({ length: 51 }, (_, index) => `Remark ${index + 1}.`);
  const { screen } = await createDiscussions(organization, texts);
  await signIn(organization.admin);
  await page.goto(organization.path(screen));
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Remark 51.');
  await expect(activity).not.toContainText('Remark 1.');
  await activity.getByRole('link', { name: 'View older comments' }).click();
  await expect(page).toHaveURL(/\/comments\?status=all$/);
});
