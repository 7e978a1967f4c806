/** The checks of the sweep find what they look for. */
import { expect, test } from '../fixtures.ts';
import { findHeavyRows } from '../support/heavy-rows.ts';
import { findFaintEdges, findMisfits, lengthenTexts, restoreTexts } from '../support/misfits.ts';

const faults = [
  ['outside the window: <p', '<p style="position: absolute; left: 95vw; width: 200px">Beyond</p>'],
  [
    'cut off: <button',
    '<div style="width: 40px; overflow: hidden"><button style="width: 90px">Delete</button></div>',
  ],
  [
    'narrower than its text: <button',
    '<button style="display: block; width: 20px; padding: 0">Delete</button>',
  ],
  [
    'on top of each other: <button',
    '<button>Delete</button><button style="margin-left: -30px">Rename</button>',
  ],
] as const;

for (const [found, markup] of faults)
  test(`the sweep finds ${found.split(':')[0]}`, async ({ page }) => {
    await page.setContent(`<html lang="en"><body>${markup}</body></html>`);
    expect(await page.evaluate(findMisfits)).toContainEqual(expect.stringContaining(found));
  });

test('the sweep finds what is too narrow for longer texts only', async ({ page }) => {
  await page.setContent(
    '<button style="display: block; width: 60px; padding: 0; font: 10px monospace">Duplicate</button>',
  );
  expect(await page.evaluate(findMisfits)).toEqual([]);
  await page.evaluate(lengthenTexts);
  await expect(page.getByRole('button')).toHaveText('Duúpliícaáteé');
  expect(await page.evaluate(findMisfits)).toEqual([expect.stringContaining('narrower than its text')]);
  await page.evaluate(restoreTexts);
  expect(await page.evaluate(findMisfits)).toEqual([]);
});

test('the sweep finds faint edges of fields, check boxes and switches', async ({ page }) => {
  const edge = (color: string) =>
    `style="appearance: none; width: 1rem; height: 1rem; border: 1px solid ${color}"`;
  await page.setContent(`<body>
    <input aria-label="Faint field" ${edge('#ddd')}>
    <input type="checkbox" aria-label="Faint box" ${edge('#ccc')}>
    <button role="switch" aria-label="Faint switch" ${edge('#bbb')}></button>
    <input aria-label="Clear field" ${edge('#777')}>
  </body>`);
  const faintEdges = await page.evaluate(findFaintEdges);
  for (const theme of ['light', 'dark'])
    for (const name of ['field', 'box', 'switch'])
      expect(faintEdges).toContainEqual(expect.stringMatching(`^${theme}: \\w+ “Faint ${name}”`));
  expect(faintEdges).toHaveLength(6);
});

test('the sweep finds rows of many elements', async ({ page }) => {
  const table = (elements: number) =>
    `<table><tbody><tr><td>Harbor${'<b></b>'.repeat(elements - 2)}</td></tr></tbody></table>`;
  await page.setContent(table(14));
  expect(await page.evaluate(findHeavyRows)).toEqual([]);
  await page.setContent(table(15));
  expect(await page.evaluate(findHeavyRows)).toEqual(['15 of 14: Harbor']);
});
