/** Untouched text keeps its bytes: a thousand texts in the real fields, without a server. */
import fc from 'fast-check';
import { demonstrationTexts, storedTexts } from '#src/features/page-editor/text/testing/stored-texts.ts';
import { expect, test } from '../fixtures.ts';
import { openFields } from './built-fields.ts';

test('an author who changes nothing saves the same bytes, of a thousand texts and all of the demonstration’s @details', async ({
  page,
}) => {
  const demonstration = demonstrationTexts();
  const texts = [
    ...fc.sample(storedTexts, 1000),
    ...demonstration,
    ...demonstration.map((text) => text.replaceAll('\n', '\r\n')),
    // One paragraph, most of which is out of view.
    'words **in bold** of a line\n'.repeat(20_000),
  ];
  expect(demonstration.length).toBeGreaterThan(50);
  await openFields(page);
  for (const kind of ['editor', 'visual view', 'plain field'] as const) {
    const changed = await page.evaluate(
      async ([field, stored]) => {
        const different: string[] = [];
        for (const text of stored)
          if ((await window.fields.openAndSave(field, text)) !== text) different.push(text);
        return different;
      },
      [kind, texts] as const,
    );
    expect(changed, kind).toEqual([]);
  }
});
