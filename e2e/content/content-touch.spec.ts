import { expect, test } from '../fixtures.ts';
import { createContent, openContent } from '../support/content-trees.ts';
import { treeRow } from '../support/site-structures.ts';
import { dragByTouch } from '../support/touch.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person drags a tree row by touch after a long press on the handle @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const { content, requests } = await openContent(
    { organization, signIn, page },
    { Home: null, Guides: { Start: null }, API: null },
  );
  const { drop } = await dragByTouch(page, 'API', 'Guides');
  await expect(page.getByText('Before Guides, at the top level, 2 of 3')).toBeVisible();
  await drop();
  await expect.poll(content.order).toBe('Home API Guides(Start)');
  await expect
    .poll(() => requests)
    .toMatchObject([
      {
        method: 'POST',
        path: `/spaces/${content.idOf('API')}/move`,
        body: {
          parent: null,
          position: { before: { type: 'collection', collection: content.idOf('Guides') } },
        },
      },
    ]);
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a person opens a space with a tap @repeats', async ({ organization, signIn, page }) => {
  await openContent({ organization, signIn, page }, { Home: null });
  await treeRow(page, 'Home').tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('a person sees where a space is in a tree that is higher than the phone @details', async ({
  organization,
  signIn,
  page,
}) => {
  const titles = Array.from({ length: 24 }, (_, index) => `Space ${index + 1}`);
  const { idOf } = await createContent(
    organization,
    Object.fromEntries(titles.map((title) => [title, null])),
  );
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${idOf('Space 24')}`));
  await page.getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitem', { name: 'Show in tree' }).tap();
  await expect(treeRow(page, 'Space 24')).toHaveAttribute('aria-selected', 'true');
  await expect(treeRow(page, 'Space 24')).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(treeRow(page, 'Space 24')).toBeInViewport({ ratio: 1 });
});
