import { listChangeRequestComments } from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { commentName } from '../support/names.ts';
import { createDiscussions } from './discussions.ts';

test('a commenter sees that a comment is too long before sending, and keeps the text @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { path, screen } = await createDiscussions(organization, []);
  const { client } = organization.admin;
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/comments`));
  const field = page.getByRole('textbox').first();
  const long = `${'Much. '.repeat(10_922)}12345`;
  await field.fill(long);
  const message = 'Must be at most 65,536 characters (now 65,537).';
  await expect(field).toHaveAccessibleDescription(message);
  await expect(
    page.getByRole('main').getByRole('button', { name: commentName, exact: true }),
  ).toHaveAttribute('data-tip', message);
  await checkAccessibility(page);
  await field.press('Control+Enter');
  await expect(field).toHaveValue(long);
  await page.reload();
  await expect(field).toHaveValue(long);
  const before = await listChangeRequestComments({ client, path, throwOnError: true });
  expect(before.data.items).toEqual([]);

  await field.press('Control+End');
  await field.press('Backspace');
  await expect(page.getByText(message)).toBeHidden();
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
  const query = { format: 'markdown' as const };
  const after = await listChangeRequestComments({ client, path, query, throwOnError: true });
  expect(after.data.items.map(({ body }) => body.markdown?.length)).toEqual([65_536]);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a commenter never mentions an outdated match with Enter @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const { screen } = await createDiscussions(organization, []);
  await organization.addPerson('read', 'Vik Earlier');
  await organization.addPerson('read', 'Viktor Horváth');
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/comments`));
  const field = page.getByRole('textbox').first();
  await field.focus();
  await page.keyboard.type('Ask @Vik');
  await expect(page.getByRole('listbox', { name: 'People and teams' }).getByRole('option')).toHaveCount(2);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/mention-candidates\?.*search=Vikt/, async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.type('t');
  await expect(page.getByRole('listbox', { name: 'People and teams' }).getByRole('option')).toHaveText([
    /Viktor Horváth/,
  ]);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Ask @Viktor Horváth ');
  release();
});
