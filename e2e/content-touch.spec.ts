import { checkAccessibility, expect, test } from './fixtures.ts';
import { openContent } from './support/content-trees.ts';
import { rowOf, spoken } from './support/site-structures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a long press on the grip lifts a row of the tree, and the finger carries it', async ({
  organization,
  signIn,
  page,
}) => {
  const { content, requests } = await openContent(
    { organization, signIn, page },
    { Home: null, Guides: { Start: null }, API: null },
  );
  await checkAccessibility(page);
  const from = await rowOf(page, 'API').boundingBox();
  const to = await rowOf(page, 'Guides').boundingBox();
  if (!from || !to) throw new Error('The rows are not on the page.');
  const grip = { x: from.x + 14, y: from.y + from.height / 2 };
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [grip]);
  await expect(spoken(page)).toHaveText('Lifted API.');
  for (const part of [0.7, 0.4, 0.1]) await touch('touchMove', [{ x: grip.x, y: to.y + to.height * part }]);
  await expect(page.getByText('Before Guides, at the top level, 2 of 3')).toBeVisible();
  await touch('touchEnd', []);
  await expect.poll(content.order).toBe('Home API Guides(Start)');
  expect(requests).toMatchObject([
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

test('a tap opens a space', async ({ organization, signIn, page }) => {
  await openContent({ organization, signIn, page }, { Home: null });
  await rowOf(page, 'Home').tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await checkAccessibility(page);
});
