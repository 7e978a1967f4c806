import {
  createChangeRequestComment,
  editChangeRequestContent,
  getChangeRequestPage,
} from '#api/generated/sdk.gen.ts';
import { expect, test } from '../fixtures.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

const paragraphs = Array.from({ length: 20 }, (_, at) => `Paragraph number ${at + 1} says enough.`);
const toText = (blocks: readonly string[]) => `${blocks.join('\n\n')}\n`;

test('a reviewer finds a comment at its block wherever that moves, and reads that it is outdated after a deletion @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Long', toText(paragraphs))]);
  const pageId = idOf('Long');
  const { client } = organization.admin;
  const [first = '', ...others] = paragraphs;
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Shorter', [
    updatePage(pageId, toText([`${first} Now.`, ...others])),
  ]);
  const { data } = await getChangeRequestPage({
    client,
    path: { ...path, pageId },
    query: { format: 'document' },
    throwOnError: true,
  });
  const node = String(data.document?.nodes?.[11]?.id);
  const body = { page: pageId, node, body: { markdown: 'Is it so?' } };
  await createChangeRequestComment({ client, path, body, throwOnError: true });
  const edit = (blocks: readonly string[]) =>
    editChangeRequestContent({
      client,
      path,
      body: { changes: [updatePage(pageId, toText(blocks))] },
      throwOnError: true,
    });
  await signIn(organization.admin);
  const open = () => page.goto(organization.path(`${screen}/diff/${pageId}`));
  const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  const comment = page.getByRole('article', { name: /^Comment by/ });

  // Far from every change, where blocks are folded.
  await open();
  await expect(rows.filter({ hasText: 'Paragraph number 12' }).filter({ has: comment })).toBeVisible();
  await expect(page.getByText('Paragraph number 6')).toHaveCount(0);

  const edited = others.with(10, 'Paragraph number 12 says too much.');
  await edit([first, ...edited]);
  await open();
  await expect(rows.filter({ hasText: 'too much' }).filter({ has: comment })).toBeVisible();
  await expect(comment).not.toContainText('Outdated');

  const [twelfth = ''] = others.splice(10, 1);
  await edit([twelfth, first, ...others]);
  await open();
  await expect(rows.first()).toContainText('Moved here');
  await expect(rows.first().filter({ has: comment })).toContainText('Paragraph number 12');
  await expect(comment).toHaveCount(1);
  await expect(comment).not.toContainText('Outdated');

  await edit([first, ...others]);
  await open();
  await expect(comment).toContainText('Outdated');
  await expect(comment).toContainText('Paragraph number 12');
  await expect(rows.filter({ has: comment })).toHaveCount(0);
});
