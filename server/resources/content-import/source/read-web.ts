import type { ImportSource } from '#api/generated/types.gen.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { buildFiles } from '#server/content/import/build-content.ts';
import type { CollectedContent, PackedPage } from '#server/content/import/imported-page.ts';
import type { StoredContent, StoredFileRef } from '#server/content/pages/storage.ts';
import { storeParsedTexts } from '#server/content/stored/parsed-texts.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import type { ReadSource } from '../prepared-import.ts';
import { FileStore } from '../store-files.ts';
import { collectHtml, collectMarkdown, collectWebsite, type WebAccess } from './collect-web.ts';
import type { SourceReading } from './fetch-source.ts';

/** For all fetches of an import: five hundred pages of a slow site. */
const FETCH_TIMEOUT_MS = 600_000;

const COLLECTORS = {
  website: collectWebsite,
  html: collectHtml,
  markdown: collectMarkdown,
} satisfies Partial<Record<ImportSource, (url: string, web: WebAccess) => Promise<CollectedContent>>>;

/** Reads pages from an address. */
export async function readWeb(
  reading: SourceReading,
  url: string,
  source: keyof typeof COLLECTORS,
): Promise<ReadSource> {
  const { context, run, progress, signal: stopping } = reading;
  const { fetcher } = context;
  const { organization_id: organizationId } = run;
  const signal = AbortSignal.any([AbortSignal.timeout(FETCH_TIMEOUT_MS), stopping]);
  await progress.count('fetch', 0);
  const collected = await COLLECTORS[source](url, { fetcher, organizationId, signal });
  const host = parseUrl(url)?.host ?? '';
  const pages = countPages(collected.pages);
  const files = collected.images.size;
  const bytes = [...collected.images.values()].reduce((sum, image) => sum + image.length, 0);
  return {
    recognized: {
      kind: source,
      books: [{ title: host, root: '', pages, files }],
      files: pages + files,
      bytes,
    },
    prepare: async () => {
      const content = await prepareContent(reading, collected);
      const book = { title: host, root: '', content, specs: [] };
      return { books: [book], found: collected.total };
    },
  };
}

function countPages(pages: readonly PackedPage[]): number {
  return pages.reduce((sum, page) => sum + 1 + countPages(page.pages), 0);
}

async function prepareContent(
  { context, run, progress }: SourceReading,
  { pages, images }: CollectedContent,
): Promise<StoredContent> {
  const files = buildFiles(images);
  const store = await FileStore.open(context, run);
  const refs = new Map<string, StoredFileRef>();
  for (const [key, { ref, data }] of files) {
    refs.set(key, await store.add(ref.name, data));
    await progress.count('store', refs.size, files.size);
  }
  await store.flush();
  const fileIds = new Map([...refs].map(([key, ref]) => [key, ref.id]));
  const now = context.clock.now().toISOString();
  const total = countPages(pages);
  await progress.count('convert', 0, total);
  const built = await runTask('buildPages', { pages, fileIds, now }, { organizationId: run.organization_id });
  await storeParsedTexts(context.db, built.texts);
  await progress.count('convert', total, total);
  return { pages: built.pages, files: [...refs.values()], reusableContents: [] };
}
