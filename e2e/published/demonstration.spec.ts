/** The sites of the demonstration as visitors without a script read them: by links alone. */
import type { APIRequestContext } from '@playwright/test';
import type { SiteSection, SiteSectionGroup, SiteSpace } from '#api/generated/types.gen.ts';
import { expect, test } from '../fixtures.ts';

/** Paths of this origin that a page links to, without what follows `#`. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  );
}

/** Links that are broken on purpose: the console finds them. */
const BROKEN = ['winter checklist', 'price list', 'spreadsheet'];

/** The texts of links that lead nowhere. */
function deadLinksIn(html: string): string[] {
  return [...html.matchAll(/<a(?=[\s>])(?![^>]*\shref=)[^>]*>(.*?)<\/a>/gs)]
    .map(([, text = '']) => text)
    .filter((text) => !BROKEN.includes(text));
}

/** Every address below `base` that links lead to, with its status; redirects count as where they lead. */
async function followLinks(request: APIRequestContext, base: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const waiting = [base];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (counts.has(url)) continue;
    const response = await request.get(url, { headers: { accept: 'text/html' } });
    counts.set(url, response.status());
    const { pathname } = new URL(response.url());
    counts.set(pathname, response.status());
    if (response.headers()['content-type']?.startsWith('text/html') !== true) continue;
    const html = await response.text();
    expect(deadLinksIn(html), url).toEqual([]);
    waiting.push(...linksIn(html).filter((path) => path.startsWith(base)));
  }
  return counts;
}

type StructureItem = SiteSection | SiteSectionGroup | SiteSpace;
interface ListedPage {
  id: string;
  type: string;
  title: string;
  hidden?: boolean;
  pages?: ListedPage[];
}

/** Pages with a text that navigation shows. */
const readable = (pages: ListedPage[]): ListedPage[] =>
  pages
    .filter(({ hidden }) => hidden !== true)
    .flatMap((page) => [
      ...(page.type === 'document' || page.type === 'computed' ? [page] : []),
      ...readable(page.pages ?? []),
    ]);

for (const site of ['help', 'developers', 'handbook', 'harbours', 'help-next']) {
  test(`every page of the site “${site}” is reached by links alone @details`, async ({
    demonstration,
    request,
  }) => {
    test.setTimeout(300_000);
    const { organizationId, read } = demonstration;
    const { items } = await read(`/orgs/${organizationId}/sites?limit=100`);
    const publishedSite = items.find(({ basename }: { basename?: string }) => basename === site);
    const ofSite = `/orgs/${organizationId}/sites/${publishedSite.id}`;
    // As its members see it: some of these sites are private, and one is not published yet.
    const { url } = await read(`${ofSite}/preview`);
    const base = new URL(url).pathname;
    const visits = await followLinks(request, base);
    expect([...visits].filter(([, status]) => status >= 400)).toEqual([]);

    const { structure }: { structure: StructureItem[] } = await read(`${ofSite}/structure`);
    const sections = structure.flatMap((item) =>
      item.object === 'site-section-group' ? item.sections : [item],
    );
    const siteSpaces = sections.flatMap((item): SiteSpace[] => {
      if (item.object === 'site-space') return [item];
      return item.condition === undefined ? item.siteSpaces : [];
    });
    let count = 0;
    for (const { id, space, condition } of siteSpaces) {
      if (condition !== undefined) continue;
      const { pages }: { pages: ListedPage[] } = await read(`/spaces/${space.id}/content/pages`);
      for (const page of readable(pages)) {
        const response = await request.get(`${base}~/pages/${id}/${page.id}`, { maxRedirects: 0 });
        const address = response.headers().location ?? '';
        expect(visits.get(address), `${page.title} at ${address}`).toBe(200);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(5);
  });
}
