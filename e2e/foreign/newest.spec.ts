/** The operations that the newest definition of the public platform moved, renamed and left out. */
import { press } from '../faults/fault-actions.ts';
import { expect, test } from '../fixtures.ts';
import { moveName } from '../support/names.ts';
import { navigateTo } from '../support/navigation.ts';
import { createTestSite, treeRow } from '../support/site-structures.ts';
import { organizationAt } from './changes.ts';
import type { ForeignServer } from './foreign-server.ts';
import { problemsOfMissing, useStandIn } from './use-stand-in.ts';
import { base } from './variants.ts';

const organization = '/o/tideline';
const ours = /\/orgs\/tideline\/(change-requests|comments|links)(\/|\?|$)/;

for (const servesDefinition of [true, false])
  test(`a person is shown no list that has other contents, by a server ${servesDefinition ? 'with' : 'without'} its definition`, async ({
    page,
    problems,
  }) => {
    problems.expect(...problemsOfMissing);
    const use = async (standIn: { requests: string[] }) => {
      standIn.requests.length = 0;
      for (const screen of ['', '/inbox', '', '/inbox']) {
        await navigateTo(page, organization + screen);
        await expect(page.getByRole('main')).toContainText(
          screen === '' ? 'Newest members' : 'Change that is open',
        );
        await page.waitForLoadState('networkidle');
        await expect(page.getByText('Something went wrong')).toHaveCount(0);
      }
      expect(standIn.requests.filter((line) => ours.test(line))).toEqual([]);
    };
    await useStandIn(page, '0.202.0', use, { ...base, servesDefinition });
  });

test('a person reads a page of a server without lists of its links @details', async ({ page, problems }) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.202.0', async () => {
    const parts = [
      { path: '/spaces/space0/pages/outdocument', text: 'Open the valve slowly.' },
      {
        path: '/spaces/space0/changes/change1/content?page=outdocument',
        text: 'Open the valve very slowly.',
      },
      { path: '/spaces/space0/files/file1', text: '640 × 480 pixels' },
    ];
    for (const { path, text } of parts) {
      await navigateTo(page, organization + path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page.getByText('This server doesn’t offer this.')).toBeVisible();
    }
  });
});

test('a person moves a section into a group where that is a change of the section @details', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing);
  await useStandIn(page, '0.202.0', async (standIn) => {
    const site = await createTestSite(organizationAt(standIn), { News: ['One'], Guides: { Start: ['Two'] } });
    await navigateTo(page, `/o/tideline/sites/${site.id}/structure`);
    await treeRow(page, 'News').click();
    await press('Move to…')(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Location').selectOption('Guides');
    await dialog.getByRole('button', { name: moveName, exact: true }).click();
    await expect.poll(site.order).toMatch(/^Guides\[.*News\(One\).*\]$/);
    await expect(page.getByText('Couldn’t move')).toHaveCount(0);
  });
});

test('a person imports a website where an import is a run of the organization @details', async ({
  page,
  problems,
}) => {
  problems.expect(...problemsOfMissing);
  const use = async (standIn: ForeignServer) => {
    for (const path of ['/spaces/space0/import', '/spaces/space0/changes/change1/import']) {
      await navigateTo(page, organization + path);
      await expect(page.getByLabel('Source').locator('option')).toHaveText(['Website']);
      await page.getByLabel('URL').fill('https://docs.tideline.example/');
      await press('Import')(page);
      await expect(page.getByText('Imported 2 pages and files')).toBeVisible();
      await expect(page.getByText('1 of 3 items failed and were skipped.')).toBeVisible();
      await expect(page.getByText('Revision', { exact: true })).toHaveCount(0);
    }
    await page.getByLabel('URL').fill('https://closed.example/');
    await press('Import')(page);
    await expect(page.getByText('The website refuses visitors.')).toBeVisible();
    await expect(page.getByText('Nothing was imported.')).toBeVisible();
    const [lists]: [[string, unknown][]] = JSON.parse(standIn.snapshot());
    const source = { type: 'website', url: 'https://docs.tideline.example/' };
    expect(new Map(lists).get('/org/tideline/imports')).toMatchObject([
      { source, target: { space: 'space0' }, enhance: false },
      { source, target: { space: 'space0', changeRequest: 'change1' }, enhance: false },
      { status: 'failed' },
    ]);
    expect(standIn.refused).toEqual([]);
  };
  await useStandIn(page, '0.202.0', use, { ...base, servesDefinition: true });
});
