import { createHash } from 'node:crypto';
import { flattenPages } from '../pages/page-tree.ts';
import type { StoredContent, StoredFileRef, StoredPage, StoredReusableContent } from '../pages/storage.ts';

/** What of a space can be a file of a repository. */
export type SpaceItem = StoredPage | StoredFileRef | StoredReusableContent;

export function itemsOf({ pages, files, reusableContents }: StoredContent): SpaceItem[] {
  return [...flattenPages(pages), ...files, ...reusableContents];
}

/** What is the same for all versions of an item that are written as the same file. */
const LEFT_OUT = new Set(['pages', 'path', 'reference', 'createdAt', 'updatedAt']);
const versions = new WeakMap<SpaceItem, string>();

/** Names a version of an item by its fields: another one may be another file. */
export function versionOf(item: SpaceItem): string {
  const remembered = versions.get(item);
  if (remembered !== undefined) return remembered;
  const fields = Object.entries(item).filter(([name]) => !LEFT_OUT.has(name));
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const version = createHash('sha1').update(JSON.stringify(sorted)).digest('base64url');
  // What is frozen never changes.
  if (Object.isFrozen(item)) versions.set(item, version);
  return version;
}
