/** The fields of the editor without the console and without a server, for what is tried many times. */
import type { Page } from '@playwright/test';
import { resolve } from 'node:path';
import { build } from 'vite';
import type * as Fields from '#src/features/page-editor/field/testing/open-and-save.ts';

declare global {
  interface Window {
    fields: typeof Fields;
  }
}

let script: Promise<string> | undefined;

/** The fields as one script, with what the console's build puts in place of the grammars of HTML. */
async function buildFields(): Promise<string> {
  const folder = 'src/features/page-editor/field';
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
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

/** Makes the fields callable on an empty page. */
export async function openFields(page: Page): Promise<void> {
  script ??= buildFields();
  await page.addScriptTag({ content: `${await script};window.fields = fields;` });
}
