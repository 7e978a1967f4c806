import type { ContentChange } from '#api/generated/types.gen.ts';
import { compareFiles, comparePages, type FileChange, type PageChange } from './compare-content.ts';
import type { StoredContent } from './storage.ts';

/** Two versions of some content, and how many of their differences are wanted. */
interface Comparison {
  base: Pick<StoredContent, 'pages' | 'files'>;
  now: Pick<StoredContent, 'pages' | 'files'>;
  limit: number;
}

/** The first differences of two versions, those of pages before those of files, and whether there are more. */
export function listChanges({ base, now, limit }: Comparison): { changes: ContentChange[]; more: boolean } {
  const pages = comparePages(base.pages, now.pages);
  const files = compareFiles(base.files, now.files);
  const changes = [
    ...pages.slice(0, limit).map(toPageChangeView),
    ...files.slice(0, limit).map(toFileChangeView),
  ];
  return { changes: changes.slice(0, limit), more: pages.length + files.length > limit };
}

function toPageChangeView(change: PageChange): ContentChange {
  const { type, page } = change;
  const { id, title, path, emoji } = page;
  const shown = { id, title, path, type: page.type, ...(emoji !== undefined && { emoji }) };
  if (!('before' in change)) return { type, page: { ...shown, attributes: [] } };
  const { before, attributes } = change;
  const former = {
    ...(before.title !== title && { previousTitle: before.title }),
    ...(before.path !== path && { previousPath: before.path }),
  };
  return { type, page: { ...shown, ...former, attributes } };
}

function toFileChangeView({ type, file }: FileChange): ContentChange {
  const { id, name, contentType, size } = file;
  return { type, file: { id, name, contentType, size } };
}
