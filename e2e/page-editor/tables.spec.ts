/** Tables of the visual view: selected cells, and tables that are written as HTML. */
import { expect, test } from '../fixtures.ts';
import { open, seen, stored } from './visual-field.ts';

test('a selection across cells is whole cells, by keys and by the pointer', async ({
  page,
  context,
  browserName,
}) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const table = '| a | b  | c |\n|---|:-:|---|\n| 1 | **2** |  3 |\n| 4 |  5  | 6 |';
  await open(page, `Up\n\n${table}\n\nDown`);
  const cell = (row: number, column: number) => page.locator('tr').nth(row).locator('th, td').nth(column);
  await cell(1, 1).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('.cm-cell-selected')).toHaveText(['2', '3', '5', '6']);
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('Delete');
  const cleared = table.replace('**2** |  3', ' |  ').replace('  5  | 6', '    | ');
  expect((await stored(page))?.replaceAll(/ +/g, ' ')).toBe(
    `Up\n\n${cleared}\n\nDown`.replaceAll(/ +/g, ' '),
  );
  await page.keyboard.press('ControlOrMeta+z');
  expect(await stored(page)).toBe(`Up\n\n${table}\n\nDown`);
  await expect(page.locator('.cm-cell-selected')).toHaveCount(0);
  await expect(cell(1, 1).getByRole('textbox')).toBeFocused();
  // Copied cells keep their marks.
  await cell(0, 0).click();
  await page.keyboard.press('ControlOrMeta+v');
  expect(await stored(page)).toContain('| **2** | 3 | c |\n|---|:-:|---|\n| 5 | 6 |  3 |');
  await page.keyboard.press('ControlOrMeta+z');
  // From one cell to another one with the button down.
  const [from, to] = [await cell(1, 0).boundingBox(), await cell(2, 0).boundingBox()];
  await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 8, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('.cm-cell-selected')).toHaveText(['1', '4']);
  await page.keyboard.press('Backspace');
  expect((await stored(page))?.replaceAll(/ +/g, ' ')).toContain('\n| | **2** | 3 |\n| | 5 | 6 |');
});

test('arrows leave a cell where its words end for the eye, from right to left as well', async ({ page }) => {
  await open(page, 'Up\n\n| a | b |\n|---|---|\n| אב | גד |');
  const cell = (row: number, column: number) => page.locator('tr').nth(row).locator('th, td').nth(column);
  const hasCaret = (row: number, column: number) =>
    expect(cell(row, column).getByRole('textbox')).toBeFocused();
  await cell(1, 0).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('ו');
  expect(await stored(page)).toContain('| אוב | גד |');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await hasCaret(1, 1);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await hasCaret(1, 0);
  // To the edge of the selection as well.
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('.cm-cell-selected')).toHaveText(['אוב', 'גד']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await hasCaret(0, 1);
});

test('a table in HTML is drawn, passed as one, and opened in the source', async ({ page }) => {
  const html =
    '<table>\n<tr><th>Lamp</th><th colspan="2">Watt</th></tr>\n<tr><td><b>Desk</b></td><td>5</td><td>7</td></tr>\n</table>';
  await open(page, `Up\n\n${html}\n\nDown`);
  const table = page.getByRole('group', { name: 'Table' });
  await expect(table.getByRole('row')).toHaveText(['LampWatt', 'Desk57']);
  expect(await seen(page)).not.toContain('<td>');
  await page.keyboard.press('ArrowDown');
  await expect(table).toHaveClass(/cm-selected/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('x');
  expect(await stored(page)).toMatch(/xDown|Downx/);
  expect(await stored(page)).toContain(html);
  await expect(table.getByRole('button', { name: 'Edit source of Table' })).toBeVisible();
});
