/** The visual view by keys, on the field alone: what is stored after it, and what is seen of its signs. */
import type { Page } from '@playwright/test';
import { blocks } from '#src/features/page-editor/text/testing/stored-texts.ts';
import { checkAccessibility, expect, test } from '../fixtures.ts';
import { createEditedPage, fieldOf, openEditor, saveStateOf } from './edited-page.ts';
import { field, open, seen, stored } from './visual-field.ts';

const signs = /[#*|]|\{%/;

async function insert(page: Page, label: string): Promise<void> {
  await page.keyboard.type(`/${label}`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.getByRole('option', { name: label, exact: true }).click();
}

test('a writer makes a page of words without meeting a sign', async ({ page }) => {
  await open(page);
  await insert(page, 'Heading 1');
  await page.keyboard.type('Owls');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Some ');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' words.');
  await page.keyboard.press('Enter');
  await insert(page, 'Bulleted list');
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+]');
  await page.keyboard.type('inner');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('After it');
  await page.keyboard.press('Enter');
  await insert(page, 'Task list');
  await page.keyboard.type('do');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await insert(page, 'Quote');
  await page.keyboard.type('said');
  await page.keyboard.press('Enter');
  await page.keyboard.type('more');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The end');
  expect(await stored(page)).toBe(
    '# Owls\n\nSome **bold** words.\n\n- one\n  - inner\n- two\n\nAfter it\n\n- [ ] do\n\n> said\n>\n> more\n>\nThe end',
  );
  expect(await seen(page)).not.toMatch(signs);
  await expect(field(page).getByRole('checkbox')).toHaveCount(1);
});

for (const { label, template } of blocks)
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`a writer inserts “${label}” and sees no sign @repeats`, async ({ page }) => {
    await open(page, 'Before\n');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    await insert(page, label);
    await page.keyboard.type('words');
    await page.keyboard.press('Escape');
    expect(await seen(page)).not.toMatch(signs);
    const text = (await stored(page)) ?? '';
    expect(text).toContain(
      template
        .slice(0, Math.max(3, template.search(/["{]/)))
        .trim()
        .split(/[\s\n]/)[0] ?? '',
    );
    expect(text.startsWith('Before\n\n')).toBe(true);
  });

test('looking at a text changes nothing', async ({ page }) => {
  const text =
    '# A\n\n\n- b\n\n| c | d |\n|---|---|\n| e | f |\n\n{% hint %}\ng\n{% endhint %}\n\n***\n\nh\n';
  await open(page, text);
  for (const key of ['End', 'Home', 'ControlOrMeta+End', 'ControlOrMeta+Home'])
    await page.keyboard.press(key);
  for (let step = 0; step < 30; step += 1) await page.keyboard.press(step % 2 ? 'ArrowRight' : 'ArrowDown');
  for (let step = 0; step < 30; step += 1) await page.keyboard.press(step % 2 ? 'ArrowLeft' : 'ArrowUp');
  await page.evaluate(() => window.fields.field?.showVisual?.(false));
  await page.evaluate(() => window.fields.field?.showVisual?.(true));
  expect(await stored(page)).toBe(text);
  expect(await page.evaluate(() => window.fields.changes)).toBe(0);
});

test('an author goes to the end of a long text, where its blocks are drawn too', async ({ page }) => {
  const far = '| c | d |\n| --- | --- |\n| e | f |\n\n{% hint %}\ng\n{% endhint %}\n\nend';
  const text = `${'Some **words**.\n\n'.repeat(3000)}${far}`;
  await open(page, text);
  await page.keyboard.press('ControlOrMeta+End');
  await expect(page.locator('table')).toContainText('e');
  expect(await seen(page)).not.toMatch(signs);
  await page.keyboard.type('ed');
  expect(await stored(page)).toBe(`${text}ed`);
});

test('the lines of a paragraph are one, as readers see them, and stay as they are', async ({ page }) => {
  const text = 'One \n  **two\nthree** four\\\nfive\n\n> said\n> more\n\n- item\n  of it\n';
  await open(page, text);
  await expect(page.locator('.cm-line.cm-v-text')).toHaveText(['One two three four', 'five', 'said more']);
  await expect(page.locator('.cm-line.cm-v-item')).toContainText('item of it');
  await page.keyboard.press('ControlOrMeta+Home');
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowLeft');
  expect(await stored(page)).toBe(text);
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(', ');
  expect(await stored(page)).toBe(text.replace(' \n  **two', ', **two'));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+Alt+2');
  expect(await stored(page)).toContain('## One, **two three** four\\\nfive');
});

test('arrows stop at a picture, and Backspace deletes it', async ({ page }) => {
  await open(page, 'a\n\n![b](/files/c)\n\nd');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.cm-selected')).toHaveAttribute('aria-label', 'Picture: b');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('x');
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await expect(page.locator('.cm-selected')).toHaveCount(1);
  await page.keyboard.press('Backspace');
  expect(await stored(page)).toBe('a\n\n\n\nxd');
});

// Japanese, Korean, and a letter with a dead key.
for (const parts of [
  ['に', 'にほ', '日本'],
  ['ㅎ', '하', '한'],
  ['´', 'é'],
])
  test(`an author composes “${parts.at(-1)}” in a heading, in bold and before a block`, async ({
    page,
    context,
  }) => {
    await open(page, '# Owl\n\nA **bold** word\n\n---\n');
    const devtools = await context.newCDPSession(page);
    const compose = async () => {
      for (const text of parts)
        await devtools.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      await devtools.send('Input.insertText', { text: parts.at(-1) ?? '' });
    };
    await page.keyboard.press('End');
    await compose();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
    await compose();
    await page.keyboard.press('End');
    await compose();
    const word = parts.at(-1) ?? '';
    expect(await stored(page)).toBe(`# Owl${word}\n\nA **bol${word}d** word${word}\n\n---\n`);
  });

test('an author corrects cells of a table by keys, and undoes it', async ({ page }) => {
  const table = '| Name | Value |\n|:-----|------:|\n| owl  | 1     |\n| lamp | 2     |';
  await open(page, `a\n\n${table}\n\nb`);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('textbox', { name: 'Head, column 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('s | two');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Row 1, Value' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.type('3');
  const changed = `a\n\n| Name | Value |\n|:-----|------:|\n| owls \\| two  | 1**3**     |\n| lamp | 2     |\n\nb`;
  expect(await stored(page)).toBe(changed);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.type('new');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await stored(page)).toBe(
    changed.replace('| owls', '| new |   |\n| owls').replace('| new |', '| new  |'),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.type('After ');
  expect(await stored(page)).toMatch(/\n\nAfter b$/);
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ControlOrMeta+z');
  expect(await stored(page)).toBe(`a\n\n${table}\n\nb`);
});

test('an author inserts a table and fills it in by keys, by the list and by the toolbar', async ({
  page,
  organization,
  signIn,
}) => {
  const edited = await createEditedPage(organization, '', 'visual');
  await signIn(organization.admin);
  await openEditor(page, organization, edited);
  const fillIn = async () => {
    await expect(page.getByRole('textbox', { name: 'Head, column 1' })).toBeFocused();
    for (const word of ['Part', 'Price', 'Ring', '3', 'Base']) {
      await page.keyboard.type(word);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('20');
    await page.keyboard.press('Escape');
  };
  await insert(page, 'Table');
  await fillIn();
  await page.keyboard.type('Between');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await fillIn();
  await page.keyboard.press('ControlOrMeta+Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Insert block' });
  await dialog.getByRole('combobox').fill('table');
  await dialog.getByRole('option', { name: /^Table/ }).click();
  await fillIn();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveStateOf(page)).toHaveText('Saved');
  const table = '\\| Part \\| Price \\|\n\\| --- \\| --- \\|\n\\| Ring +\\| 3 +\\|\n\\| Base +\\| 20 +\\|\n+';
  expect(await edited.stored()).toMatch(new RegExp(`^${table}Between\n+${table}${table}$`));
});

test('an author changes and removes the address of a link by keys', async ({ page }) => {
  await open(page, 'An [owl](a.md "A") b');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+k');
  const address = page.getByRole('textbox', { name: 'Address of link' });
  await expect(address).toBeFocused();
  await page.keyboard.type('/pages/b');
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  expect(await stored(page)).toBe('An [owl](/pages/b "A") b');
  await page.getByRole('button', { name: 'Remove link' }).click();
  expect(await stored(page)).toBe('An owl b');
});

test('an author drags a block to another place, and inserts one beside the text', async ({ page }) => {
  await open(page, 'one\n\n{% hint style="info" %}\ninner\n{% endhint %}\n\n- a\n- b\n\nlast\n');
  const handle = page.getByRole('button', { name: 'Block', exact: true });
  const block = (words: string) => page.locator('.cm-line', { hasText: new RegExp(`^\\W*${words}$`) });
  const drag = async (from: string, to: string, key?: string) => {
    await block(from).hover();
    await handle.hover();
    await page.mouse.down();
    const box = await block(to).boundingBox();
    await page.mouse.move(30, (box?.y ?? 0) + 4, { steps: 4 });
    if (key !== undefined) await page.keyboard.press(key);
    await page.mouse.up();
  };
  await drag('last', 'one');
  const moved = 'last\n\none\n\n{% hint style="info" %}\ninner\n{% endhint %}\n\n- a\n- b\n';
  expect(await stored(page)).toBe(moved);
  // In its list only, and not at all with Escape.
  await drag('b', 'one');
  expect(await stored(page)).toBe(moved.replace('- a\n- b', '- b\n- a'));
  await drag('one', 'inner', 'Escape');
  await drag('inner', 'one');
  expect(await stored(page)).toBe(moved.replace('- a\n- b', '- b\n- a'));
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByText('one', { exact: true }).hover();
  await page.getByRole('button', { name: 'Insert below', exact: true }).click();
  await page.keyboard.type('divider');
  await page.getByRole('option', { name: 'Divider', exact: true }).click();
  expect(await stored(page)).toMatch(/^one\n\n(?:\*\*\*|---)\n/);
});

test('an author turns, copies and moves a block by its menu, by keys alone', async ({ page }) => {
  await open(page, 'one\n\ntwo\n');
  const choose = async (name: string) => {
    await page.keyboard.press('ControlOrMeta+Alt+b');
    await page.getByRole('menuitem', { name, exact: false }).first().press('Enter');
    await expect(field(page)).toBeFocused();
  };
  await choose('Heading 2');
  await choose('Move down');
  expect(await stored(page)).toBe('two\n\n## one\n');
  await choose('Duplicate');
  await choose('Paragraph');
  expect(await stored(page)).toBe('two\n\n## one\n\none\n');
  await choose('Delete');
  await choose('Insert below');
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('blocks are groups with names, and settings change one attribute @details', async ({ page }) => {
  await open(page, '{% hint style="info" %}\na\n{% endhint %}\n\n{% embed url="https://a.example/x" %}\n');
  await expect(page.getByRole('group', { name: 'Embed' })).toContainText('a.example');
  await page.getByRole('button', { name: 'Settings of Hint' }).click();
  await page.getByRole('combobox', { name: 'Style' }).selectOption('Danger');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Settings of Embed' }).click();
  await page.getByRole('textbox', { name: 'Url' }).fill('https://b.example');
  await page.keyboard.press('Enter');
  expect(await stored(page)).toBe(
    '{% hint style="danger" %}\na\n{% endhint %}\n\n{% embed url="https://b.example" %}\n',
  );
});

for (const width of [1280, 390])
  // Repeats: a daily test differs only in a text, a width, a field or an answer.
  test(`an author chooses the visual view at ${width} pixels, corrects a word, and saves the other lines as they were${width === 390 ? ' @repeats' : ''}`, async ({
    organization,
    signIn,
    page,
  }) => {
    const text = '#  Lamps\r\n\r\n* one\r\n+ two  \r\n\r\n|a|b|\r\n|-|-|\r\n|c|d|\r\n\r\nTh end';
    const edited = await createEditedPage(organization, text);
    await page.setViewportSize({ width, height: 800 });
    await signIn(organization.admin);
    await openEditor(page, organization, edited);
    await page.getByRole('button', { name: 'Visual view', exact: true }).click();
    await expect(page.getByRole('group', { name: 'Table' })).toBeVisible();
    await expect(fieldOf(page)).toBeFocused();
    await expect(fieldOf(page)).not.toContainText('#');
    await page.keyboard.press('ControlOrMeta+End');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('e');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(saveStateOf(page)).toHaveText('Saved');
    expect(await edited.stored()).toBe(text.replace('Th end', 'The end'));
    await page.keyboard.press('ControlOrMeta+Alt+v');
    await expect(fieldOf(page)).toContainText('#  Lamps');
    await expect(fieldOf(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Alt+v');
    await expect(fieldOf(page)).not.toContainText('#');
    await page.reload();
    await expect(page.getByRole('group', { name: 'Table' })).toBeVisible();
  });

const pageOfBlocks = [
  '# Lamps\n\nSome **bold**, *italic* and `code` words with a [link](https://a.example).',
  '## Lists\n\n- one\n  - inner\n\n1. first\n\n- [ ] to do\n- [x] done\n\n> A quote.',
  '{% hint style="warning" %}\nMind the cable.\n{% endhint %}',
  '{% tabs %}\n{% tab title="Home" %}\nAt home.\n{% endtab %}\n{% tab title="Work" %}\nAt work.\n{% endtab %}\n{% endtabs %}',
  '<details>\n<summary>More</summary>\n\nHidden.\n\n</details>',
  '| Lamp | Watt |\n| --- | ---: |\n| Desk | 5 |\n| Hall | 12 |',
  '![A lamp](https://a.example/lamp.png)',
  '```js\nconst lamp = 1;\n```\n\n---\n\nThe end',
].join('\n\n');

test('the visual view of all kinds of blocks has no accessibility violations @details', async ({
  organization,
  signIn,
  page,
}) => {
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
  await page.route('https://a.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture }),
  );
  const edited = await createEditedPage(organization, pageOfBlocks);
  await signIn(organization.admin);
  // All of it is drawn at once.
  await page.setViewportSize({ width: 1280, height: 3000 });
  await openEditor(page, organization, edited);
  await page.getByRole('button', { name: 'Visual view', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Table' })).toBeVisible();
  await checkAccessibility(page);
});

test('a space begins in one of the views, and each person keeps the one they choose', async ({
  page,
  organization,
  signIn,
}) => {
  const edited = await createEditedPage(organization, '# Oil\n\nFill it.\n', 'visual');
  await signIn(organization.admin);
  const toggle = page.getByRole('button', { name: 'Visual view', exact: true });
  await openEditor(page, organization, edited);
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(fieldOf(page)).not.toContainText('#');
  await page.goto(organization.path(`/spaces/${edited.spaceId}/settings`));
  await page.getByRole('combobox', { name: 'Editor begins with' }).selectOption('source');
  const details = page.getByRole('form', { name: 'Details of Tide gauges' });
  await details.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Changed space/)).toBeVisible();
  await openEditor(page, organization, edited);
  await expect(fieldOf(page)).toContainText('# Oil');
  await page.keyboard.press('ControlOrMeta+Alt+v');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(fieldOf(page)).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ControlOrMeta+Alt+v');
  await page.reload();
  await expect(fieldOf(page)).toContainText('# Oil');
});
