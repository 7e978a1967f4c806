import type { Kysely } from 'kysely';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findPage, flattenPages } from '../pages/page-tree.ts';
import { ReusableContents } from '../pages/reusable-contents.ts';
import { bytesIdOf } from '../pages/storage.ts';
import type { StoredPage } from '../pages/storage.ts';
import type { PrintImage } from '../print/block-printer.ts';
import type { PrintedPage } from '../print/print-pages.ts';
import { sourceContext, sourcePathsOf } from '../source/content-paths.ts';
import { fillIncludes } from '../source/included-markdown.ts';
import { splitTitleHeading } from '../source/title-heading.ts';
import { runTask } from '../tasks/run-task.ts';
import { type FilePlaces, findFiles, loadBytes } from './file-bytes.ts';
import { loadReferenceTexts } from './references/printed-references.ts';
import { expandReferences } from './references/spec-page.ts';
import { loadUses } from './references/used-specifications.ts';
import { loadIncluded, loadTexts, type StoredRevision } from './revisions.ts';

/** Image types that a PDF document can contain. */
const PRINTABLE_IMAGE_TYPES = ['image/png', 'image/jpeg'];

/** The parts of a revision to print. */
export interface PrintOptions {
  title: string;
  organizationId: string;
  revision: StoredRevision;
  /** The page to start at; all pages without it. */
  pageId?: string | undefined;
  /** Print this page without the pages below it. */
  only?: boolean;
  now: Date;
  /** Aborts when the caller has disconnected. */
  signal: AbortSignal;
}

export async function printRevision(
  db: Kysely<Database>,
  service: Pick<ServiceSettings, 'publicUrl' | 'storage'>,
  { title, organizationId, revision, pageId, only = false, now, signal }: PrintOptions,
): Promise<Buffer> {
  const { pages: tree, versions } = await expandReferences(db, organizationId, revision.pages, {
    withSchemas: true,
  });
  const start = pageId === undefined ? undefined : findPage(tree, pageId);
  const roots = start ? [only ? { ...start, pages: [] } : start] : tree;
  const entries = roots.flatMap((page) => withDepth(page));
  const texts = await loadTexts(
    db,
    entries.flatMap(({ page }) => page.documentId ?? []),
  );
  const space = appUrl(service, `/o/${organizationId}/spaces/${revision.spaceId}`);
  const textOf = ({ documentId = '' }: StoredPage) => texts.get(documentId) ?? '';
  const included = await loadIncluded(
    db,
    entries.map(({ page }) => ({ markdown: textOf(page), file: page.git })),
    new ReusableContents(revision.reusableContents),
  );
  const computed = entries.map(({ page }) => page);
  const references = await loadReferenceTexts(db, { organizationId, pages: computed, versions, signal });
  const paths = sourcePathsOf(revision);
  const read = (text: string) => text;
  const pages = entries.map(({ page, depth }): PrintedPage => {
    const source = sourceContext(revision, page);
    const written = fillIncludes(textOf(page), { ...included, source, paths, read });
    const text = [written.trimEnd(), references.get(page.id) ?? ''].filter(Boolean).join('\n\n');
    return {
      ...splitTitleHeading(page, text),
      description: page.description,
      url: `${space}/pages/${page.id}`,
      depth,
    };
  });
  const images = await loadImages({ db, storage: service.storage }, revision, pages);
  const uses = await loadUses(
    db,
    pages.map(({ markdown }) => markdown),
    { organizationId, pages: flattenPages(tree) },
  );
  const input = { title, pages, uses, images, space, now };
  const printed = await runTask('printSpace', input, { organizationId, signal });
  return Buffer.from(printed.buffer, printed.byteOffset, printed.length);
}

function withDepth(page: StoredPage, depth = 0): { page: StoredPage; depth: number }[] {
  return [{ page, depth }, ...page.pages.flatMap((child) => withDepth(child, depth + 1))];
}

/** The images that the printed pages refer to. */
async function loadImages(
  places: FilePlaces,
  { files }: StoredRevision,
  pages: readonly PrintedPage[],
): Promise<Map<string, PrintImage>> {
  const text = pages.map(({ markdown }) => markdown).join('\n');
  const fileIds = new Set([...text.matchAll(/\/files\/(\w+)/g)].map(([, id]) => id));
  const pictures = files.filter(
    ({ id, contentType }) => fileIds.has(id) && PRINTABLE_IMAGE_TYPES.includes(contentType),
  );
  const images = new Map<string, PrintImage>();
  for (const file of (await findFiles(places.db, pictures.map(bytesIdOf))).values()) {
    const { id, width, height } = file;
    images.set(id, { width, height, data: await loadBytes(places, file) });
  }
  return new Map(
    pictures.flatMap((file) => {
      const image = images.get(bytesIdOf(file));
      return image ? [[file.id, image]] : [];
    }),
  );
}
