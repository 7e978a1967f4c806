import { expect, test } from '../fixtures.ts';
import { createDiscussions } from './discussions.ts';

test('a reviewer reads what comments are about beside them on a wide screen, and above them on a narrow one @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { screen } = await createDiscussions(organization, ['Is it?', 'Why?']);
  await signIn(organization.admin);
  const heading = page.getByRole('heading', { name: 'Valves', level: 2 });
  const comment = page.getByRole('article', { name: /^Comment by/ }).first();
  const boxes = async () => {
    const [about, text] = [await heading.boundingBox(), await comment.boundingBox()];
    if (!about || !text) throw new Error('The comments are not shown.');
    return { about, text };
  };
  for (const path of [`${screen}/comments`, '/inbox/comments']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(organization.path(path));
    await expect(heading).toBeVisible();
    const wide = await boxes();
    expect(wide.about.x + wide.about.width).toBeLessThan(wide.text.x);
    expect(wide.text.x + wide.text.width).toBeGreaterThan(1440 * 0.85);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(heading).toBeVisible();
    const narrow = await boxes();
    expect(narrow.about.y + narrow.about.height).toBeLessThanOrEqual(narrow.text.y);
  }
});
