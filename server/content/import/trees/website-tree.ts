import { slugOf } from '#api/slug.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { FetchedPage } from '../import-plan.ts';
import type { Outline, OutlineItem } from './outline.ts';
import { stemOf } from './paths.ts';

/** The pages that were fetched, nested as their website shows them; their addresses end as they did there. */
export function readWebsite(pages: readonly FetchedPage[], source: string | undefined): Outline {
  const kind = source === 'html' || source === 'markdown' ? source : 'website';
  const title = kind === 'website' ? parseUrl(pages[0]?.url ?? '')?.host : undefined;
  return { kind, title, root: '', items: pages.map(toItem) };
}

function toItem({ path, title, pages }: FetchedPage): OutlineItem {
  const name = path === 'index.md' && title !== undefined ? title : stemOf(path);
  return { path, title, slug: slugOf(name), items: pages.map(toItem) };
}
