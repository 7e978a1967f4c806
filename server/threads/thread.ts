import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { ConvertedHtml, HtmlText } from '#server/content/import/convert-html.ts';
import type { ImportedPage } from '#server/content/import/imported.ts';
import type { MarkdownText } from '#server/content/import/read-markdown.ts';
import type { Unpacked } from '#server/content/import/unpack-zip.ts';
import type { ReadSpec, SpecText } from '#server/resources/api-specs/read-spec.ts';

/** What each task takes and gives. Both travel between threads: plain data only. */
export interface Tasks {
  readSpec: { input: SpecText; result: ReadSpec };
  convertHtml: { input: HtmlText; result: ConvertedHtml };
  readMarkdown: { input: MarkdownText; result: ImportedPage };
  unpackZip: { input: { bytes: Uint8Array }; result: Unpacked };
}

/** The tasks themselves. What they are made of is loaded when it is first needed, here as in a thread. */
export const tasks: {
  [Name in keyof Tasks]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['result']>;
} = {
  readSpec: async (input) => (await import('#server/resources/api-specs/read-spec.ts')).readSpec(input),
  convertHtml: async (input) => (await import('#server/content/import/convert-html.ts')).convertHtml(input),
  readMarkdown: async (input) =>
    (await import('#server/content/import/read-markdown.ts')).readMarkdown(input),
  unpackZip: async (input) => (await import('#server/content/import/unpack-zip.ts')).unpackZip(input),
};

/** Where this module is; a thread starts with it. */
export const threadFile = import.meta.url;

/** Marks the threads that are ours: test runners have threads of their own. */
export const THREAD_MARK = 'bindery-task';

if (!isMainThread && workerData?.mark === THREAD_MARK) {
  const { name, input } = workerData;
  const task: (input: unknown) => Promise<unknown> = Reflect.get(tasks, name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort?.postMessage(await task(input));
}
