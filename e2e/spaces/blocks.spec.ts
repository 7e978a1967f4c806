import type { Locator } from '@playwright/test';
import { blocks } from '#api/blocks/index.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createOpenChangeRequest, createPages, insertPage, updatePage } from '../support/space-pages.ts';

/** A page with what the editor inserts for each block, and with what has no button there. */
const text = [
  '# All blocks',
  ...blocks.flatMap(({ snippets = [] }) =>
    snippets.map(({ template }) => template.replaceAll(/(?<!\{)\{([^{}%]+)\}/g, '$1')),
  ),
  '{% swagger method="get" path="/tides" %}\n{% swagger-description %}\nAll tides.\n{% endswagger-description %}\n{% endswagger %}',
  '{% @mermaid/diagram content="graph TD; a-->b" %}',
  '{% anemometer unit="kn" %}\nGusts.\n{% endanemometer %}',
  '{% if visitor.claims.beta %}\nOnly some.\n{% endif %}',
  '<details>\n<summary>More</summary>\n\nFolded.\n\n</details>',
  'A claim[^1].\n\n[^1]: Its source.',
  '`{% hint %}` in code',
].join('\n\n');

/** The text of an element without its code. */
const proseOf = (element: Locator): Promise<string> =>
  element.evaluate((node) => {
    const copy = node.cloneNode(true);
    if (!(copy instanceof HTMLElement)) throw new Error('This is no element.');
    for (const code of copy.querySelectorAll('code, pre')) code.remove();
    return copy.textContent ?? '';
  });

test('a reader of the console sees every block, and no tags', async ({ organization, signIn, page }) => {
  const { spaceId, idOf } = await createPages(organization, [insertPage('Blocks', text)]);
  await signIn(organization.admin);
  await page.goto(organization.path(`/spaces/${spaceId}/pages/${idOf('Blocks')}`));
  const article = page.getByRole('article').first();
  await expect(article.getByRole('note').first()).toContainText('Note');
  await expect(article.getByRole('radio', { name: 'First' })).toBeChecked();
  await article.getByText('Second', { exact: true }).click();
  await expect(article.getByRole('radio', { name: 'Second' })).toBeChecked();
  await expect(article.getByRole('list').filter({ hasText: 'Second step' })).toBeVisible();
  await expect(article.getByText('anemometer')).toBeVisible();
  await expect(article.getByText('Gusts.')).toBeVisible();
  await expect(article.getByRole('region', { name: 'Condition' })).toContainText('Only some.');
  await expect(article.getByText('Its source.')).toBeVisible();
  expect(await proseOf(article)).not.toContain('{%');
  await checkAccessibility(page);
});

test('a reviewer sees what changed within a tab and a step @details', async ({
  organization,
  signIn,
  page,
}) => {
  const tabs = (words: string) =>
    `{% tabs %}\n{% tab title="Linux" %}\nRun it.\n{% endtab %}\n\n{% tab title="Windows" %}\nOpen the ${words}.\n{% endtab %}\n{% endtabs %}\n\n{% stepper %}\n{% step %}\nFirst, take the ${words}.\n{% endstep %}\n{% endstepper %}`;
  const { spaceId, idOf } = await createPages(organization, [insertPage('Start', tabs('file'))]);
  const { screen } = await createOpenChangeRequest(organization, spaceId, 'Folders', [
    updatePage(idOf('Start'), tabs('folder')),
  ]);
  await signIn(organization.admin);
  await page.goto(organization.path(`${screen}/diff/${idOf('Start')}`));
  const difference = page.getByRole('article', { name: 'Start' });
  await expect(difference.locator('ins')).toHaveText(['folder', 'folder']);
  await expect(difference.locator('del')).toHaveText(['file', 'file']);
  await expect(difference.getByText('Run it.')).toBeVisible();
  await checkAccessibility(page);
});
