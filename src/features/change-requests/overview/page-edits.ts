import type { ContentChange } from '#api/generated/types.gen.ts';
import { formatNameList } from '#src/lib/text/format.ts';

/** Pages that were changed at about the same time. */
export interface PageEdit {
  /** When the last of them was changed (ISO 8601). */
  at: string;
  /** "Edited Lamps and Oil" */
  text: string;
}

/** Saves within this time are one entry. */
const maxGapMs = 10 * 60_000;

/**
 * Pages of a change request by the time of their last change, newest first; empty at servers that don't
 * return the time.
 * @param since when the change request was created
 */
export function pageEditsOf(changes: readonly ContentChange[], since: string): PageEdit[] {
  const dated = changes.flatMap(({ type, page }) => {
    const { title, updatedAt } = page ?? {};
    if (title === undefined || updatedAt === undefined || updatedAt < since) return [];
    return [{ title, at: updatedAt, isNew: type === 'page_created' }];
  });
  const groups: (typeof dated)[] = [];
  for (const page of dated.toSorted((a, b) => b.at.localeCompare(a.at))) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && Date.parse(first.at) - Date.parse(page.at) < maxGapMs) group.push(page);
    else groups.push([page]);
  }
  return groups.map((pages) => {
    const titles = pages.map(({ title }) => title);
    const verb = pages.every(({ isNew }) => isNew) ? 'Added' : 'Edited';
    return { at: pages[0]?.at ?? since, text: `${verb} ${formatNameList(titles, titles.length)}` };
  });
}
