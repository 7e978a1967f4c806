import type { ImportSource } from '#api/generated/types.gen.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import { buildFiles, type ImportedFile } from '#server/content/import/build-content.ts';
import type { CollectedContent, PackedPage } from '#server/content/import/imported-page.ts';
import type { StoredContent } from '#server/content/pages/storage.ts';
import { storeParsedTexts } from '#server/content/stored/parsed-texts.ts';
import { runTask } from '#server/content/tasks/run-task.ts';
import { collectHtml, collectMarkdown, collectWebsite, type WebAccess } from './collect-web.ts';
import { collectZip } from './collect-zip.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportContext } from './import-runner.ts';
import type { BegunRun } from './import-runs.queries.ts';
import type { ReadSource } from './prepared-import.ts';
import { storeFile } from './store-files.ts';

/** For all fetches of an import. */
const FETCH_TIMEOUT_MS = 40_000;

const COLLECTORS = {
  website: collectWebsite,
  html: collectHtml,
  markdown: collectMarkdown,
  zip: collectZip,
} satisfies Partial<Record<ImportSource, (url: string, web: WebAccess) => Promise<CollectedContent>>>;

/** Reads pages from an address. */
export async function readWeb(
  context: ImportContext,
  run: BegunRun,
  { url, source }: { url: string; source: keyof typeof COLLECTORS },
  { progress, signal: stopping }: { progress: ImportProgress; signal: AbortSignal },
): Promise<ReadSource> {
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
      const content = await prepareContent(context, run, collected, progress);
      const book = { title: host, root: '', content, redirects: [], specs: [] };
      return { books: [book], found: collected.total };
    },
  };
}

function countPages(pages: readonly PackedPage[]): number {
  return pages.reduce((sum, page) => sum + 1 + countPages(page.pages), 0);
}

async function prepareContent(
  { db, clock }: ImportContext,
  run: BegunRun,
  { pages, images }: CollectedContent,
  progress: ImportProgress,
): Promise<StoredContent> {
  const files = buildFiles(images);
  const fileIds = new Map([...files].map(([key, { ref }]) => [key, ref.id]));
  const now = clock.now().toISOString();
  await progress.count('convert', 0);
  const built = await runTask('buildPages', { pages, fileIds, now }, { organizationId: run.organization_id });
  await storeParsedTexts(db, built.texts);
  await progress.count('convert', countPages(pages), countPages(pages));
  let stored = 0;
  for (const file of files.values()) {
    await storeFile(db, run.id, file);
    await progress.count('store', (stored += 1), files.size);
  }
  const refs = [...files.values()].map(({ ref }: ImportedFile) => ref);
  return { pages: built.pages, files: refs, reusableContents: [] };
}
