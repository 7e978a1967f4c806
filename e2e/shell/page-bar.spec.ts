import { expect, test } from '../fixtures.ts';
import { createTestChangeRequest, createTestSpace } from '../support/change-requests.ts';
import { expectPageFits } from '../support/layout.ts';
import { mergeChecksName, mergeName } from '../support/names.ts';

const subjects = {
  long: 'Heron 4.2.2 clock after a brown-out and what every station has to set by hand before it'.padEnd(
    100,
    '.',
  ),
  unbroken: 'Donaudampfschifffahrtselektrizitäten'.repeat(3).slice(0, 100),
  'right to left': 'دليل مستخدم هيرون للمحطات البحرية الطافية والثابتة في الموانئ الكبيرة والصغيرة',
  emoji: '👩‍🔧🌊🛟'.repeat(12),
};

for (const [kind, subject] of Object.entries(subjects))
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`a person sees the bar of one height with all its actions over a title, ${kind}${kind !== 'long' ? ' @repeats' : ''}`, async ({
    page,
    organization,
    signIn,
  }) => {
    const editor = await organization.addPerson('edit');
    const space = await createTestSpace(organization, 'Release notes of all instruments and stations');
    const { number } = await createTestChangeRequest(editor, space, { subject, changes: [] });
    await signIn(organization.admin);
    await page.goto(organization.path(`/spaces/${space}/changes/${number}`));
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(subject);
    await expect(page.getByRole('region', { name: mergeChecksName })).toBeVisible();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const bar = page.locator(width < 640 ? '#main .page-bar-title' : '#main .page-bar');
      await expect.poll(async () => (await bar.boundingBox())?.height).toBe(48);
      const box = await heading.boundingBox();
      expect(box && box.y >= 0 && box.y + box.height <= 48, `${width}`).toBe(true);
      await expect(page.getByRole('button', { name: mergeName, exact: true })).toBeInViewport({ ratio: 1 });
      await expectPageFits(page, width);
    }
  });

test('a person renames in the bar, which keeps its height @details', async ({
  page,
  organization,
  signIn,
}) => {
  const space = await createTestSpace(organization, 'Guides');
  const { number } = await createTestChangeRequest(organization.admin, space, { subject: 'Tides' });
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${space}/changes/${number}`));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.locator('[data-page-actions]').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Rename/ }).click();
    const form = page.getByRole('form', { name: 'Rename change request' });
    const field = form.getByRole('textbox');
    await expect(field).toBeFocused();
    const bar = await page.locator('#main .page-bar-title').boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(48);
    for (const control of [field, form.getByRole('button', { name: 'Save' })])
      await expect(control).toBeInViewport({ ratio: 1 });
    await field.fill(`Tides ${width}`);
    await field.press('Enter');
    await expect(page.getByRole('heading', { name: `Tides ${width}`, level: 1 })).toBeVisible();
  }
});

test('a person sees the bar reach the edge, and nothing moves when the scrollbar comes @details', async ({
  page,
  organization,
  signIn,
}) => {
  await signIn(organization.admin);
  await page.goto(organization.path('/members'));
  const row = page.getByRole('link', { name: organization.admin.displayName });
  await expect(row).toBeVisible();
  const measure = () =>
    page.evaluate(() => {
      const right = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().right;
      return {
        bar: right('#main .page-bar'),
        actions: right('[data-page-actions]'),
        table: right('main table'),
        scrollbar: innerWidth - document.documentElement.clientWidth,
      };
    });
  const { bar, ...before } = await measure();
  expect(bar).toBe(page.viewportSize()?.width);
  expect(before.scrollbar).toBe(0);
  await page.locator('#main').evaluate((main) => (main.style.minHeight = '300vh'));
  const after = await measure();
  expect(after.actions).toBe(before.actions);
  expect(after.table).toBe(before.table);
  expect(after.bar).toBe((bar ?? 0) - after.scrollbar);
});
