/** Untouched text keeps its bytes: a thousand texts in the real fields, without a server. */
import fc from 'fast-check';
import { resolve } from 'node:path';
import { build } from 'vite';
import type * as Fields from '#src/features/page-editor/field/testing/open-and-save.ts';
import { demonstrationTexts, storedTexts } from '#src/features/page-editor/text/testing/stored-texts.ts';
import { expect, test } from '../fixtures.ts';

declare global {
  interface Window {
    fields: typeof Fields;
  }
}

/** The fields as one script, with what the console's build puts in place of the grammars of HTML. */
async function buildFields(): Promise<string> {
  const folder = 'src/features/page-editor/field';
  const built = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@codemirror/lang-html': resolve(folder, 'html-stub.ts') } },
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve(folder, 'testing/open-and-save.ts'), name: 'fields', formats: ['iife'] },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (result === undefined || !('output' in result)) throw new Error('Nothing was built.');
  return result.output[0].code;
}

test('an author who changes nothing saves the same bytes, of a thousand texts and all of the demonstration’s @details', async ({
  page,
}) => {
  const demonstration = demonstrationTexts();
  const texts = [
    ...fc.sample(storedTexts, 1000),
    ...demonstration,
    ...demonstration.map((text) => text.replaceAll('\n', '\r\n')),
  ];
  expect(demonstration.length).toBeGreaterThan(50);
  await page.addScriptTag({ content: `${await buildFields()};window.fields = fields;` });
  for (const kind of ['editor', 'plain field'] as const) {
    const changed = await page.evaluate(
      ([field, stored]) => stored.filter((text) => window.fields.openAndSave(field, text) !== text),
      [kind, texts] as const,
    );
    expect(changed, kind).toEqual([]);
  }
});
