import type { StoredPage } from './storage.ts';

/** The JSON of frozen pages without those below. Most pages of a revision are those of the one before. */
const jsonOfPages = new WeakMap<StoredPage, string>();

/** The JSON of a page without those below; remembered for pages that nothing changes any more. */
export function pageJson(page: StoredPage): string {
  const remembered = jsonOfPages.get(page);
  if (remembered !== undefined) return remembered;
  const { pages: _below, ...fields } = page;
  const json = JSON.stringify(fields);
  if (Object.isFrozen(page)) jsonOfPages.set(page, json);
  return json;
}

/** Whether two pages are the same, but for what is below. May miss that they are if they were written in other ways. */
export function isSamePage(a: StoredPage, b: StoredPage): boolean {
  return a === b || (Object.isFrozen(a) && Object.isFrozen(b) && pageJson(a) === pageJson(b));
}

/** Freezes a tree. What is frozen already is not visited again: revisions share most of their pages. */
export function freezePages(pages: readonly StoredPage[]): void {
  if (Object.isFrozen(pages)) return;
  for (const page of pages) {
    if (Object.isFrozen(page)) continue;
    freezePages(page.pages);
    for (const value of Object.values(page)) freezeAll(value);
    Object.freeze(page);
  }
  Object.freeze(pages);
}

function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  for (const inner of Object.values(value)) freezeAll(inner);
  Object.freeze(value);
}
