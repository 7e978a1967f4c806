import { expect, type Organization, test } from '../fixtures.ts';
import { createTestChangeRequest } from '../support/change-requests.ts';
import { mergeChecksName } from '../support/names.ts';
import { createPages, insertPage, updatePage } from '../support/space-pages.ts';

/** A change request of an editor that edits one page, adds another and deletes a third. */
async function createChanges(organization: Organization) {
  const editor = await organization.addPerson('edit');
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Valves', 'Open the valve by two turns.\n\nRead the scale.\n'),
    insertPage('Old notes', 'Nothing of value.'),
  ]);
  return createTestChangeRequest(editor, spaceId, {
    subject: 'Better valves',
    changes: [
      updatePage(idOf('Valves'), 'Open the valve by three turns.\n\nRead the scale.\n'),
      { operation: 'delete_page', page: idOf('Old notes') },
      insertPage('Buoys', 'They float.'),
    ],
  });
}

test('a reviewer reads the changed text next to the list, and the checks in one line', async ({
  page,
  organization,
  signIn,
}) => {
  await createChanges(organization);
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  await expect(page.getByRole('list', { name: /^Change requests:/ }).getByRole('listitem')).toHaveCount(1);
  const openArticle = page.getByRole('article', { name: 'Better valves' });
  const changes = openArticle.getByRole('region', { name: 'Changes' });
  const changed = (title: string) => changes.getByRole('listitem').filter({ hasText: title });
  await expect(changed('Valves').getByRole('deletion')).toHaveText('two');
  await expect(changed('Valves').getByRole('insertion')).toHaveText('three');
  await expect(changed('Valves')).not.toContainText('Read the scale.');
  await expect(changed('Buoys')).toContainText('They float.');
  await expect(changed('Old notes')).toContainText('Nothing of value.');

  const checks = openArticle.getByRole('region', { name: mergeChecksName });
  const line = checks.getByRole('button', { name: /7 of 9 checks passed/ });
  await expect(line).toContainText('3 of 3 changed pages not viewed · No reviews yet');
  await expect(checks.getByRole('listitem')).toHaveCount(0);
  expect((await checks.boundingBox())?.height).toBeLessThanOrEqual(44);
  await line.press('Enter');
  await expect(checks.getByRole('listitem')).toHaveCount(9);
  await expect(checks).toContainText('You can merge');
  await expect(checks.getByRole('link', { name: 'View changes' })).toBeVisible();
});

test('a reviewer finds the first change request open, and it stays while others arrive @details', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const { spaceId } = await createPages(organization, [insertPage('Valves', 'Open the valve.')]);
  const create = (subject: string) => createTestChangeRequest(editor, spaceId, { subject });
  await create('Older');
  await create('Newer');
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  const openArticle = page.getByRole('article');
  await expect(openArticle.getByRole('heading', { name: 'Newer', level: 2 })).toBeVisible();
  await expect(page.getByRole('link', { name: /Newer/ }).first()).toHaveAttribute('aria-current', 'true');
  await create('Newest');
  await page.getByRole('link', { name: 'Ready to merge' }).click();
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(openArticle.getByRole('heading', { name: 'Newest', level: 2 })).toBeVisible();
  await page.keyboard.press('j');
  await expect(openArticle.getByRole('heading', { name: 'Newer', level: 2 })).toBeVisible();
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('a reviewer unfolds a long text in the pane, and folds it again @repeats', async ({
  page,
  organization,
  signIn,
}) => {
  const editor = await organization.addPerson('edit');
  const gauges = Array.from({ length: 40 }, (_, index) => `- Gauge ${index}`).join('\n');
  const { spaceId } = await createPages(organization, [insertPage('Old notes', 'Nothing of value.')]);
  await createTestChangeRequest(editor, spaceId, {
    subject: 'All gauges',
    changes: [insertPage('Gauges', gauges), insertPage('Buoys', 'They float.')],
  });
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  await page.getByRole('link', { name: /All gauges/ }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  const first = changes.getByRole('listitem').filter({ has: page.getByRole('link', { name: /Gauges/ }) });
  const heightOfText = async () => (await first.boundingBox())?.height ?? 0;
  const showAll = changes.getByRole('button', { name: 'Show all of Gauges' });
  await expect(showAll).toBeVisible();
  await expect(changes.getByRole('button')).toHaveCount(1);
  expect(await heightOfText()).toBeLessThan(400);
  await showAll.press('Enter');
  const showLess = changes.getByRole('button', { name: 'Show less of Gauges' });
  await expect(showLess).toBeFocused();
  expect(await heightOfText()).toBeGreaterThan(800);
  await showLess.press('Enter');
  await expect(showAll).toBeFocused();
  expect(await heightOfText()).toBeLessThan(400);
});

test('a reviewer reads a change on a phone without a scroll area inside the page @details', async ({
  page,
  organization,
  signIn,
}) => {
  await createChanges(organization);
  await page.setViewportSize({ width: 390, height: 844 });
  const texts: string[] = [];
  page.on('request', (request) => {
    if (/\/pages?\/|\/changes(\?|$)/.test(request.url())) texts.push(request.url());
  });
  await signIn(organization.admin);
  await page.goto(organization.path('/inbox/open'));
  const row = page.getByRole('list', { name: /^Change requests:/ }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  const scrollers = () =>
    page.locator('main, main *').evaluateAll((all) =>
      all
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
        // Tabs scroll sideways.
        .filter((element) => element.tagName !== 'NAV')
        .map((element) => element.className),
    );
  expect(await scrollers()).toEqual([]);
  // There is no room for the first one beside the list, so it is not fetched.
  expect(texts).toEqual([]);
  await row.getByRole('link').click();
  const text = page.getByRole('insertion').filter({ hasText: 'three' });
  await expect(text).toBeVisible();
  expect((await text.boundingBox())?.y).toBeLessThan(300);
  expect(await scrollers()).toEqual([]);
  // The actions stay at the lower edge.
  const review = page.getByRole('button', { name: 'Review', exact: true });
  const box = await review.boundingBox();
  expect(box && box.y + box.height).toBeGreaterThan(780);
  await page.getByRole('link', { name: 'Back to list' }).click();
  await expect(row).toBeVisible();
});
