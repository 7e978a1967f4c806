import {
  createChangeRequestComment,
  createSpaceComment,
  editChangeRequestContent,
  getChangeRequestChanges,
  updateSpace,
} from '#api/generated/sdk.gen.ts';
import { checkAccessibility, expect, expectRow, test } from '../fixtures.ts';
import { merge } from '../support/change-requests.ts';
import { isDeep } from '../support/deep.ts';
import { expectPageFits } from '../support/layout.ts';
import { commentName, resolveName } from '../support/names.ts';
import { insertPage, createPages, createOpenChangeRequest, updatePage } from '../support/space-pages.ts';

const text = 'Open the valve by two turns.\n\nRead the scale.\n\nClose the valve behind you, and wait.\n';

test('a reviewer sees added, edited, renamed, moved and deleted pages', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Start', 'Welcome.'),
    insertPage('Valves', text),
    insertPage('Old notes', 'Nothing of value.'),
    insertPage('Scales', 'Read them from the left.'),
  ]);
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Better valves', [
    {
      operation: 'update_page',
      page: idOf('Valves'),
      title: 'Valves and gates',
      document: { markdown: text.replace('two turns', 'three turns') },
    },
    { operation: 'delete_page', page: idOf('Old notes') },
    { operation: 'update_page', page: idOf('Scales'), into: idOf('Start'), at: 0 },
    insertPage('Buoys', 'They float.'),
  ]);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff`));
  const tree = page.getByRole('tree', { name: 'Changed pages' });
  const rows = tree.getByRole('treeitem');
  await expect(tree.getByRole('treeitem', { name: 'Valves and gates, Edited, Renamed' })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: 'Old notes, Deleted' })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: 'Scales, Moved' })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: 'Buoys, Added' })).toBeVisible();

  const { client } = organization.admin;
  const { data } = await getChangeRequestChanges({ client, path, throwOnError: true });
  const visibleRows = (
    await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''))
  ).filter((label) => label.includes(','));
  const labels = {
    page_created: 'Added',
    page_edited: 'Edited',
    page_moved: 'Moved',
    page_deleted: 'Deleted',
  };
  const expected = data.changes.map(({ type, page: changed }) => [
    changed?.title,
    Object.entries(labels).find(([name]) => name === type)?.[1],
  ]);
  expect(visibleRows.map((label) => label.split(', ').slice(0, 2)).toSorted()).toEqual(expected.toSorted());

  await tree.getByRole('treeitem', { name: /^Valves and gates/ }).click();
  const difference = page.getByRole('article', { name: 'Valves and gates' });
  await expect(difference.getByRole('deletion').filter({ hasText: 'two' })).toBeVisible();
  await expect(difference.getByRole('insertion').filter({ hasText: 'three' })).toBeVisible();
  await expect(difference.getByText('~ Edited')).toBeVisible();
  const details = difference.getByRole('table', { name: 'Changed properties' });
  await expect(details.getByRole('row', { name: /Title/ })).toContainText('Valves and gates');

  await difference.getByText('Side by side').click();
  await difference.getByText('Source', { exact: true }).click();
  await expect(page).toHaveURL(/view=source/);
  await expect(page).toHaveURL(/layout=side/);
  await expect(difference.getByRole('insertion').filter({ hasText: 'three' })).toBeVisible();

  await tree.getByRole('treeitem', { name: /^Scales/ }).click();
  await expect(page.getByRole('table', { name: 'Changed properties' })).toContainText(
    'Under “Start”, position 1',
  );

  // Later changes of the space show only in the comparison with its current content.
  const conflicting = await createOpenChangeRequest(organization, spaceId, 'Meanwhile', [
    updatePage(idOf('Start'), 'Welcome to all.'),
  ]);
  await merge(organization.admin, conflicting);
  await expect(tree.getByRole('treeitem', { name: 'Start', exact: true })).toBeVisible();
  await page.getByText('Current', { exact: true }).click();
  await expect(page).toHaveURL(/base=main/);
  await expect(tree.getByRole('treeitem', { name: 'Start, Edited' })).toBeVisible();
});

test('a reviewer sees added, replaced and removed files @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/status of 404/);
  const { spaceId } = await createPages(organization, [insertPage('One', 'First.')]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Pictures', [
    insertPage('Two', 'Second.'),
  ]);
  // This server never replaces or deletes files, but third-party servers may: their changes are added to the response.
  await page.route(/\/change-requests\/\d+\/changes/, async (route) => {
    const response = await route.fetch();
    // What the page has already is not sent again.
    if (response.status() === 304) return route.fulfill({ response });
    const body = await response.json();
    const files = ['file_created', 'file_edited', 'file_deleted'].map((type, index) => ({
      type,
      file: { id: `file${index}`, name: `${type}.svg`, contentType: 'image/svg+xml', size: 1200 },
    }));
    await route.fulfill({ response, json: { ...body, changes: [...body.changes, ...files] } });
  });
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff`));
  await page.getByRole('link', { name: '3 changed files' }).click();
  const table = page.getByRole('table', { name: 'Changed files' });
  await expectRow(table, { File: 'file_created.svg', Change: '+ Added' });
  await expectRow(table, { File: 'file_edited.svg', Change: '~ Replaced', Size: '1.2 KB' });
  await expectRow(table, { File: 'file_deleted.svg', Change: '− Deleted' });
  await table.getByRole('link', { name: 'file_deleted.svg' }).click();
  const panel = page.getByRole('dialog', { name: 'file_deleted.svg' });
  await expect(panel).toContainText('Still used on');
  await expect(panel).toContainText('Not used on any page.');
});

test('a reviewer marks pages as viewed until they change, and navigates by key', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('One', 'First.'),
    insertPage('Two', 'Second.'),
  ]);
  const edit = (title: string, markdown: string) => updatePage(idOf(title), markdown);
  const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Both', [
    edit('One', 'First, and more.'),
    edit('Two', 'Second, and more.'),
  ]);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff`));
  await expect(page.getByRole('heading', { level: 2, name: 'One' })).toBeVisible();
  const edited = page.getByRole('listitem').filter({ hasText: '~ Edited' });
  await expect(edited).toBeVisible();
  await page.keyboard.press('n');
  await expect(edited).toBeFocused();
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { level: 2, name: 'Two' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'One, Edited, viewed' })).toBeVisible();
  await expect(page.getByText('1 of 2 viewed')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Two, Edited' })).toHaveAttribute('aria-selected', 'true');
  // Changing the base or opening a dialog keeps the open page.
  await page.getByText('Current').click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Request review…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/diff\/[^/]+\?base=main$/);
  await expect(page.getByRole('heading', { level: 2, name: 'Two' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(page.getByRole('checkbox', { name: 'Viewed' })).toBeChecked();
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Change request' }).getByRole('link', { name });
  await tab('Overview').click();
  await expect(page.getByText('1 of 2 changed pages not viewed')).toBeVisible();
  await tab('Changes').click();
  await expect(page.getByRole('checkbox', { name: 'Viewed' })).toBeChecked();
  await editChangeRequestContent({
    client: organization.admin.client,
    path,
    body: { changes: [edit('One', 'Something else altogether.')] },
  });
  await page.reload();
  await expect(page.getByText('0 of 2 viewed')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Viewed' })).not.toBeChecked();
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('a reviewer finds the changes of a page with 20,000 lines @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Reading ${index} of the gauge at the pier.`);
  const { spaceId, idOf } = await createPages(organization, [insertPage('Readings', lines.join('\n'))]);
  const changed = lines.map((line, index) =>
    index % 5000 === 2500 ? line.replace('pier', 'lighthouse') : line,
  );
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Lighthouse', [
    updatePage(idOf('Readings'), changed.join('\n')),
  ]);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff?view=source`));
  await expect(page.getByText('4 changes', { exact: true })).toBeVisible();
  await expect(page.getByRole('insertion')).toHaveCount(4);
  const count = () => page.locator('*').count();
  expect(await count()).toBeLessThan(1500);
  await page.getByRole('button', { name: 'Show 2,497 unchanged lines' }).first().click();
  await expect(page.getByText('Reading 0 of the gauge')).toBeVisible();
  expect(await count()).toBeLessThan(2000);
});

// Repeats: the rule is the server’s, and tested there; a daily test uses the screen.
test('a reviewer distinguishes newly broken links, also in other spaces @repeats', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [
    insertPage('Target', 'Here.'),
    insertPage('Lost', 'Soon gone.'),
  ]);
  const lost = idOf('Lost');
  const links = insertPage('From', `[a](/pages/${lost}) and [b](/pages/neverthere0000000000)`);
  await merge(organization.admin, await createOpenChangeRequest(organization, spaceId, 'Links', [links]));
  await createPages(organization, [insertPage('Elsewhere', `[there](/spaces/${spaceId}/pages/${lost})`)]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Delete it', [
    { operation: 'delete_page', page: lost },
  ]);
  await createOpenChangeRequest(organization, spaceId, 'Edit it', [updatePage(lost, 'Better.')]);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/links`));
  await expect(page.getByRole('table', { name: 'Links' }).getByRole('row')).toHaveCount(2);
  await page.getByText('Already broken', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Links' })).toContainText('neverthere');
  await page.getByRole('button', { name: 'Check links from other spaces' }).click();
  await expect(page.getByText(/1 link would break/)).toBeVisible();
  await page.getByRole('button', { name: 'Check for overlaps' }).click();
  await expect(page.getByRole('link', { name: 'Edit it' })).toBeVisible();
  await checkAccessibility(page);
  await page.goto(organization.path(`${screen}/files`));
  await expect(page.getByRole('heading', { name: 'No changed files' })).toBeVisible();
});

test('a reader sees the changes and why they can’t comment @details', async ({
  organization,
  signIn,
  page,
}) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('One', 'First.')]);
  await updateSpace({ client: organization.admin.client, path: { spaceId }, body: { defaultLevel: 'read' } });
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'One', [
    updatePage(idOf('One'), 'First of all.'),
  ]);
  await signIn(await organization.addPerson('read'));
  await page.goto(organization.path(`${screen}/diff`));
  await expect(page.getByRole('insertion').first()).toBeVisible();
  for (const button of await page.getByRole('button', { name: commentName, exact: true }).all()) {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectPageFits(page);
});

if (isDeep)
  test(
    'a reviewer sees changes and comments on a server without extensions',
    { tag: '@foreign' },
    async ({ documentedServer, page, problems }) => {
      problems.expect(/status of 404/);
      const { organization } = documentedServer;
      const { spaceId, idOf } = await createPages(organization, [
        insertPage('Valves', text),
        insertPage('Old notes', 'Nothing of value.'),
      ]);
      const valves = idOf('Valves');
      const { path, screen } = await createOpenChangeRequest(organization, spaceId, 'Better valves', [
        updatePage(valves, text.replace('two turns', 'three turns')),
        { operation: 'delete_page', page: idOf('Old notes') },
        insertPage('Buoys', 'They float.'),
      ]);
      const { client } = organization.admin;
      const body = { body: { markdown: 'Three?' }, page: valves };
      await createChangeRequestComment({ client, path, body });
      await createSpaceComment({ client, path: { spaceId }, body: { body: { markdown: 'On the space' } } });
      await documentedServer.removeExtensions();
      await documentedServer.signIn(page, organization.admin);
      await page.goto(organization.path(`${screen}/diff`));
      const tree = page.getByRole('tree', { name: 'Changed pages' });
      await expect(tree.getByRole('treeitem', { name: 'Old notes, Deleted' })).toBeVisible();
      await expect(tree.getByRole('treeitem', { name: 'Buoys, Added' })).toBeVisible();
      await expect(page.getByText('Compared with the current space')).toBeVisible();
      await expect(page.getByRole('insertion').filter({ hasText: 'three' })).toBeVisible();
      await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('Three?');
      await page.keyboard.press('v');
      await expect(page.getByText('1 of 3 viewed')).toBeVisible();
      const tabs = page.getByRole('navigation', { name: 'Change request' });
      await tabs.getByRole('link', { name: 'Links' }).click();
      await expect(page.getByText('This server can’t list all links of a change request.')).toBeVisible();
      await tabs.getByRole('link', { name: 'Overview' }).click();
      await expect(page.getByText('2 of 3 changed pages not viewed')).toBeVisible();

      await page.getByRole('link', { name: 'Comments', exact: true }).first().click();
      await expect(page.getByRole('heading', { name: 'Comments', level: 1 })).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(2);
      await expect(page.getByRole('heading', { name: /Valves.*#\d+ · Better valves/s })).toBeVisible();
      await page
        .getByRole('article')
        .filter({ hasText: 'On the space' })
        .getByRole('button', { name: resolveName })
        .click();
      await expect(page.getByRole('article')).toHaveCount(1);
    },
  );
