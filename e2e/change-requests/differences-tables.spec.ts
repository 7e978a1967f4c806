import { expect, test } from '../fixtures.ts';
import { navigateTo } from '../support/navigation.ts';
import { insertPage, createPages, createOpenChangeRequest, updatePage } from '../support/space-pages.ts';

test('a reviewer sees a changed number in its cell and a new column as added @details', async ({
  organization,
  signIn,
  page,
}) => {
  const table = (...lines: string[]) => lines.map((line) => `| ${line} |`).join('\n');
  const { spaceId, idOf } = await createPages(organization, [
    insertPage(
      'Battery',
      table('Interval | Battery', '--- | ---', '1 min | 8 months', '5 min | 2 years', '1 h | 4 years'),
    ),
  ]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Measured again', [
    updatePage(
      idOf('Battery'),
      table('Interval | Battery', '--- | ---', '1 min | 9 months', '1 h | 4 years', '6 h | 5 years'),
    ),
  ]);
  const wider = await createOpenChangeRequest(organization, spaceId, 'A column more', [
    updatePage(
      idOf('Battery'),
      table(
        'Interval | Probe | Battery',
        '--- | --- | ---',
        '1 min | S4 | 8 months',
        '5 min | S4 | 2 years',
        '1 h | S4 | 4 years',
      ),
    ),
  ]);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff`));
  const changed = page.getByRole('row', { name: /^1 min/ }).getByRole('cell');
  await expect(changed.first().locator('del, ins')).toHaveCount(0);
  await expect(changed.last().getByRole('deletion')).toHaveText('8');
  await expect(changed.last().getByRole('insertion')).toHaveText('9');
  await expect(page.getByRole('row', { name: /5 min/ }).getByRole('deletion')).toHaveText([
    '5 min',
    '2 years',
  ]);
  await expect(page.getByRole('row', { name: /6 h/ }).getByRole('insertion')).toHaveText(['6 h', '5 years']);
  await expect(page.getByRole('row', { name: /1 h/ }).locator('del, ins')).toHaveCount(0);

  await page.getByText('Side by side').click();
  const [before, after] = [
    page.getByRole('group', { name: 'Table' }).first(),
    page.getByRole('group', { name: 'Table' }).last(),
  ];
  await expect(before.getByRole('row', { name: /^1 min/ })).toContainText('8 months');
  await expect(before.getByRole('insertion')).toHaveCount(0);
  await expect(after.getByRole('row', { name: /^1 min/ })).toContainText('9 months');
  await expect(after.getByRole('deletion')).toHaveCount(0);

  await navigateTo(page, organization.path(`${wider.screen}/diff`));
  for (const cells of await page.getByRole('row').all()) {
    await expect(cells.getByRole('insertion')).toHaveText(/Probe|S4/);
    await expect(cells.getByRole('deletion')).toHaveCount(0);
  }
});
