import { checkAccessibility, expect, test } from '../fixtures.ts';
import { press as pressByTab } from '../support/keyboard.ts';
import { updatePage } from '../support/space-pages.ts';
import { createOpenChangeRequest, createPages, insertPage } from '../support/space-pages.ts';
import { createEditedPage, fetchText, fieldOf, openEditor, saveStateOf, typeAtEnd } from './edited-page.ts';

test('a reviewer fixes a typo during a review, approves and merges, by keyboard', async ({
  organization,
  signIn,
  page,
}) => {
  const rita = await organization.addPerson('review', 'Rita Reviewer');
  const { spaceId, idOf } = await createPages(organization, [insertPage('Lamps', '# Oil\n\nFill it.\n')]);
  const paragraphs = Array.from({ length: 60 }, (_, at) => `Paragraph ${at + 1}.`).join('\n\n');
  const text = (word: string) => `# Oil\n\nFill it.\n\n${paragraphs}\n\n# Wicks\n\nTrim them ${word}.\n`;
  const { screen, path } = await createOpenChangeRequest(organization, spaceId, 'Better lamps', [
    updatePage(idOf('Lamps'), text('dayly')),
  ]);
  await signIn(rita);
  await page.goto(organization.path(`${screen}/diff/${idOf('Lamps')}`));
  const typo = page.getByRole('listitem').filter({ hasText: 'dayly' });
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await expect(typo).toBeInViewport();
  await page.keyboard.press('w');
  await expect(fieldOf(page)).toBeFocused();
  await checkAccessibility(page);
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  for (const name of ['Next', 'Previous', 'Select all', 'Replace', 'Replace all', 'Close'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  for (const name of ['Match case', 'Regular expression', 'Whole words'])
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeVisible();
  await page.keyboard.type('dayly');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.type('daily');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await fetchText(rita, path, idOf('Lamps'))).toBe(text('daily'));
  // Tab leaves the field, and single keys are letters in it.
  await fieldOf(page).press('Tab');
  await expect(fieldOf(page)).not.toBeFocused();
  await pressByTab(page, page.getByRole('button', { name: 'Back to changes' }));
  // At the place where the typo was, in the same view.
  await expect(page.getByRole('listitem').filter({ hasText: 'Trim them daily.' })).toBeInViewport();
  await page.keyboard.press('r');
  const review = page.getByRole('dialog', { name: /^Review/ });
  await expect(review).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(review.getByRole('radio', { name: 'Approve' })).toBeChecked();
  await pressByTab(page, review.getByRole('button', { name: 'Submit review' }));
  await expect(review).toHaveCount(0);
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: /^Merge “Better lamps”/ });
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
  await expect(page.getByText('Merged', { exact: true }).first()).toBeVisible();
});

test('an author formats a text with keys and buttons', async ({ organization, signIn, page }) => {
  const edited = await createEditedPage(organization, 'lamps\n');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('ControlOrMeta+b');
  await fieldOf(page).press('ControlOrMeta+End');
  await page.keyboard.type('- oil');
  await page.keyboard.press('Enter');
  await page.keyboard.type('wick');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.getByRole('button', { name: 'Table' }).click();
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('Part');
  await fieldOf(page).press('ControlOrMeta+End');
  await toolbar.getByRole('button', { name: 'Hint' }).click();
  await page.keyboard.type('Hot');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(
    '**lamps**\n- oil\n- wick\n\n| Part | Description |\n| --- | --- |\n|  |  |\n\n{% hint style="info" %}\nHot\n{% endhint %}\n',
  );
  await page.getByRole('link', { name: 'View page' }).click();
  await expect(page.getByRole('article')).toContainText('Hot');
  await expect(page.locator('#main').getByRole('link', { name: 'Content', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

// Repeats: a daily test has the same component at another noun, or in another of its ways.
test('an author opens a page at the heading in view @repeats', async ({ organization, signIn, page }) => {
  const filler = Array.from({ length: 80 }, (_, index) => `Line ${index} of the text.\n\n`).join('');
  const edited = await createEditedPage(organization, `# Oil\n\n${filler}# Wicks\n\n${filler}`);
  await signIn(organization.admin);
  await page.goto(organization.path(`${edited.screen}/content?page=${edited.pageId}`));
  await page.getByRole('heading', { name: 'Wicks' }).evaluate((heading) => heading.scrollIntoView());
  await page.keyboard.press('w');
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type('!');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toContain('!# Wicks');
});

/** Runs inside the page: where the field stands in each frame, with and without the toolbar. */
function watchField(): void {
  const fieldNames = new Set<string>();
  Reflect.set(window, 'seenFields', fieldNames);
  const watch = () => {
    const field = document.querySelector('.page-editor-field')?.getBoundingClientRect();
    const tools = document.querySelectorAll('[role="toolbar"] button').length;
    if (field) fieldNames.add(`${field.left} ${field.top} ${field.width}${tools > 0 ? ' tools' : ''}`);
    requestAnimationFrame(watch);
  };
  watch();
}

for (const [width, height] of [
  [1440, 900],
  [1100, 800],
  [390, 844],
] as const) {
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`text stays where it is when the toolbar comes, ${width} pixels wide${width === 1100 ? ' @repeats' : ''} @details`, async ({
    organization,
    signIn,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const edited = await createEditedPage(organization, 'Oil.\n');
    await signIn(organization.admin);
    await page.goto(organization.path(`${edited.screen}/content?page=${edited.pageId}`));
    const edit = page.getByRole('link', { name: 'Edit', exact: true });
    await expect(edit).toBeVisible();
    await page.evaluate(watchField);
    await edit.click();
    await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
    await expect(fieldOf(page)).toBeFocused();
    const fieldNames = await page.evaluate((): string[] => [...Reflect.get(window, 'seenFields')]);
    const [first = ''] = fieldNames;
    expect(fieldNames, 'a frame without the toolbar, and the same place with it').toEqual([
      first,
      `${first} tools`,
    ]);
  });
}

test('a page that is opened and saved keeps every untouched byte', async ({ organization, signIn, page }) => {
  const text = '# Lamps\r\n\r\n\tindented  \r\ntwo\u00a0blanks \nlast';
  const edited = await createEditedPage(organization, text);
  expect(await edited.stored()).toBe(text);
  await signIn(organization.admin);
  for (const field of ['editor', 'plain field'] as const) {
    await openEditor(page, organization, edited);
    if (field === 'plain field') await page.getByRole('button', { name: 'Plain text field' }).click();
    await typeAtEnd(page, 'x');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toHaveText('Saved');
    expect(await edited.stored(), field).toBe(text);
  }
  // The choice of the field is remembered, and the other one is not loaded for it.
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openEditor(page, organization, edited);
  await expect(page.locator('textarea')).toBeVisible();
  expect(requested.filter((url) => url.includes('code-field'))).toEqual([]);
  await typeAtEnd(page, ' line');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(`${text} line`);
});

test('an author pastes HTML as Markdown and an address over words @details', async ({
  organization,
  signIn,
  page,
}) => {
  const edited = await createEditedPage(organization, 'See lamps');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const paste = (types: Record<string, string>) =>
    fieldOf(page).evaluate((field, data) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    }, types);
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
  await paste({ 'text/plain': 'https://lamps.example/' });
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n\n');
  await paste({
    'text/plain': 'Parts',
    'text/html':
      '<h2>Parts</h2><p>An <b>oil</b> <i>lamp</i> of <a href="https://x.example/a_b">x</a><script>alert(1)</script>*</p><ul><li>wick<ul><li>cotton</li></ul></li><li>glass</li></ul><table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td>2</td></tr></table><pre><code class="language-js">let a = 1;\n</code></pre><p><img src="javascript:alert(1)" onerror="alert(1)"><a href="javascript:alert(1)">no</a></p>',
  });
  await expect(fieldOf(page)).toContainText('## Parts');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe(
    [
      'See [lamps](https://lamps.example/)',
      '## Parts',
      'An **oil** _lamp_ of [x](https://x.example/a_b)\\*',
      '- wick\n  - cotton\n- glass',
      '| a | b\\|c |\n| --- | --- |\n| 1 | 2 |',
      '```js\nlet a = 1;\n```',
      'no',
    ].join('\n\n'),
  );
});

// Repeats: one part reports for all nouns what others changed or forbid; daily tests cover it.
test('a reader cannot edit @repeats', async ({ organization, signIn, page }) => {
  const edited = await createEditedPage(organization, 'See lamps');
  await signIn(await organization.addPerson('read', 'Rea Reader'));
  await page.goto(organization.path(edited.editor));
  await expect(page.getByText('Requires the Editor role or higher.')).toBeVisible();
  await page.goto(organization.path(`${edited.screen}/content?page=${edited.pageId}`));
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('an author writes on when the editor does not load @details', async ({
  organization,
  signIn,
  page,
  problems,
}) => {
  problems.expect(/code-field/);
  const edited = await createEditedPage(organization, 'See lamps');
  await page.route(/code-field-.*\.js/, (route) => route.abort());
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  await expect(page.getByText('You’re writing in a plain text field.')).toBeVisible();
  await typeAtEnd(page, ' and wicks');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  expect(await edited.stored()).toBe('See lamps and wicks');
});
