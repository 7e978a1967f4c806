// @module-tag conditions
/**
 * Content that conditions hide from a visitor appears in no response: random sites and visitors against a
 * model of who sees which items.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeContent } from '#server/test/content-factories.ts';
import { type OrganizationFixture, createOrganizationFixture } from '#server/test/organization-fixture.ts';
import {
  buildSite,
  CONDITIONS,
  type PageModel,
  planArbitrary,
  planPages,
  setCondition,
  type SiteModel,
  type SiteSpaceModel,
  View,
  type Visitor,
  visitorArbitrary,
  WORD,
  word,
} from '#server/test/published/conditional-sites.ts';
import { cookiesOf, cookiesOfToken, signToken } from '#server/test/published/visitor-tokens.ts';
import { fetchPage } from '#server/test/test-app.ts';

const RUNS = Number(process.env.CONDITION_SITES ?? 15);
/** On a busy machine. */
const MAX_RUN_MS = 12_000;

let w: OrganizationFixture;
beforeAll(async () => {
  w = await createOrganizationFixture();
});

interface Address {
  url: string;
  headers?: Record<string, string>;
  /** Statuses that it may have. */
  statuses: number[];
  /** Words that may be found there although they are not {@link View.known}. */
  more?: string[];
}

const MISSING: Address = { url: 'zqaaaaaa', statuses: [404] };
const JSON_RESULTS = { accept: 'application/json' };

/** Every address that a visitor can think of, and what it must answer. */
function addressesOf(site: SiteModel, view: View, visitor: Visitor): Address[] {
  const isListed = site.visibility === 'public';
  const all = site.sections.flatMap((section) => section.siteSpaces);
  const search = (text: string): Address => ({
    url: `~/search?q=${text}`,
    headers: JSON_RESULTS,
    statuses: [200],
  });
  // Of the first pages, which have the addresses of their spaces.
  const shownWords = [...view.siteSpaces].flatMap(({ space }) =>
    space.pages
      .filter(({ isHidden }) => !isHidden)
      .slice(0, 1)
      .map((page) => shownWord(page, visitor)),
  );
  const siblingsOf = (siteSpace: SiteSpaceModel) =>
    site.sections.find(({ siteSpaces }) => siteSpaces.includes(siteSpace))?.siteSpaces ?? [];
  const ofSiteSpace = (siteSpace: SiteSpaceModel): Address[] => {
    const { id, path, space } = siteSpace;
    const isShown = view.siteSpaces.has(siteSpace);
    const list = [isShown && isListed ? 200 : 404];
    const isFileShown = view.spaces.has(space);
    return [
      // Where a default is hidden, another one may have its address.
      { url: path, statuses: [200, 302, 404], more: shownWords },
      // Nearly the address of a page, which may be suggested.
      { url: `${path}${space.pages[0]?.path.slice(0, -1)}`, statuses: [404] },
      { url: `~/sitemaps/${id}.xml`, statuses: list },
      { url: `~/llms/${id}.txt`, statuses: list },
      { url: `~/tree/${id}`, statuses: [isShown ? 200 : 404] },
      { url: `~/files/${space.id}/${space.fileId}/dot.png`, statuses: [isFileShown ? 200 : 404] },
      ...space.pages.flatMap((page): Address[] => {
        // A request for a page that only navigation hides gets it, with the pages beside it.
        const more = isShown ? space.pages.flatMap(({ secrets }) => secrets) : [];
        const ownOptions = page.isHidden ? { more } : {};
        // A block is on its page, and nowhere else.
        const onPage = [...(page.isHidden ? more : []), ...(isShown ? [shownWord(page, visitor)] : [])];
        return [
          { url: path + page.path, statuses: isShown ? [200, 301] : [404], more: onPage },
          { url: `${path}${page.path}.md`, statuses: [isShown ? 200 : 404], ...ownOptions },
          { url: `~/pages/${id}/${page.id}`, statuses: [isShown ? 302 : 404], ...ownOptions },
          ...siblingsOf(siteSpace).map((sibling): Address => {
            const isFound = isShown && view.siteSpaces.has(sibling);
            return {
              url: `~/variants/${sibling.id}/${id}/${page.id}`,
              statuses: [isFound ? 302 : 404],
              ...(isFound && { more: [...more, ...sibling.space.pages.flatMap(({ secrets }) => secrets)] }),
            };
          }),
        ];
      }),
    ];
  };
  return [
    ...all.flatMap(ofSiteSpace),
    ...[...new Set(all.map(({ space }) => space))].flatMap(({ pages }) =>
      pages.flatMap(({ secrets, block }) => [...secrets.slice(0, 2), block.met, block.unmet].map(search)),
    ),
    search('gauge'),
    { url: '~/search?q=gauge', statuses: [200] },
    { url: '', statuses: [200, 302, 404], more: shownWords },
    { url: 'robots.txt', statuses: [200] },
    { url: 'sitemap.xml', statuses: [isListed ? 200 : 404] },
    { url: 'llms.txt', statuses: [isListed ? 200 : 404] },
    { url: 'llms-full.txt', statuses: [isListed ? 200 : 404] },
    MISSING,
  ];
}

/** The word of the branch that the visitor gets. */
const shownWord = ({ block }: PageModel, visitor: Visitor) =>
  block.holds(visitor) ? block.met : block.unmet;

const keyOf = ({ url, headers }: Pick<Address, 'url' | 'headers'>) => JSON.stringify([url, headers]);

interface Answer {
  status: number;
  body: string;
  location: unknown;
  etag: unknown;
}

async function ask(site: SiteModel, cookie: string, { url, headers }: Address): Promise<Answer> {
  const sentHeaders: Record<string, string> = { ...headers, ...(cookie === '' ? {} : { cookie }) };
  const { status, body, headers: got } = await fetchPage(site.base + url, sentHeaders);
  return { status, body, location: got.location, etag: got.etag };
}

/** The cookies of a browser for a visitor; `name` is a claim that no condition reads. */
async function cookiesFor({ base, secret, visibility }: SiteModel, visitor: Visitor, name: string) {
  const { isTester, ...claims } = visitor;
  const hasToken =
    visibility === 'visitor-auth' || Object.values(claims).some((claim) => claim !== undefined);
  const signed = hasToken
    ? await cookiesOfToken(base, await signToken(secret, { claims: { ...claims, name } }))
    : '';
  if (isTester === undefined) return signed;
  const headers: Record<string, string> = signed === '' ? {} : { cookie: signed };
  const said = await fetchPage(`${base}?visitor.isTester=${isTester}`, headers);
  return [signed, cookiesOf(said.headers)].filter(Boolean).join('; ');
}

/** Words and ids in an answer that the visitor must not know. */
function leaks(site: SiteModel, view: View, address: Address, answer: Answer): string[] {
  const text = `${JSON.stringify(answer.location)} ${answer.body}`;
  const typed = new Set([...(address.url.match(WORD) ?? []), ...(address.more ?? [])]);
  const words = (text.match(WORD) ?? []).filter((found) => !view.known.has(found) && !typed.has(found));
  const ids = site.sections
    .flatMap(({ id, siteSpaces }) => [
      id,
      ...siteSpaces.flatMap((one) => [
        one.id,
        one.space.id,
        one.space.fileId,
        ...one.space.pages.map((page) => page.id),
      ]),
    ])
    .filter((id) => !view.known.has(id) && !address.url.includes(id) && text.includes(id));
  return [...new Set([...words, ...ids])];
}

/** Checks that what the visitor may see is found where it belongs. */
function expectComplete(site: SiteModel, view: View, answers: ReadonlyMap<string, Answer>): void {
  const bodyOf = (url: string, headers?: Record<string, string>) =>
    answers.get(keyOf({ url, ...(headers && { headers }) }))?.body ?? '';
  const bodiesOf = (suffix: string) =>
    [...view.siteSpaces].map(({ id }) =>
      bodyOf(`~/${suffix === '.xml' ? 'sitemaps' : 'llms'}/${id}${suffix}`),
    );
  const [sitemaps, lists] = [bodiesOf('.xml').join(), bodiesOf('.txt').join()];
  for (const { space } of site.sections.flatMap((section) => section.siteSpaces)) {
    const isShown = view.spaces.has(space);
    for (const page of space.pages) {
      const isFindable = isShown && !page.isHidden;
      for (const text of page.secrets.slice(0, 2)) {
        const { results }: { results: { title: string }[] } = JSON.parse(
          bodyOf(`~/search?q=${text}`, JSON_RESULTS),
        );
        const titles = results.map(({ title }) => title);
        expect([text, titles.includes(page.title)]).toEqual([text, isFindable]);
      }
      if (site.visibility !== 'public') continue;
      const first = space.pages.find(({ isHidden }) => !isHidden);
      // The first page has the address of its space.
      if (page !== first) {
        const inSitemap = new RegExp(`/${page.title}<`).test(sitemaps);
        expect([page.path, inSitemap]).toEqual([page.path, isFindable && !page.isNoIndex]);
      }
      expect([page.path, lists.includes(`[${page.title}]`)]).toEqual([page.path, isFindable]);
    }
  }
}

/** Checks that the branches that the visitor gets are on their pages, and that search finds none of a block. */
function expectBlocks(
  { sections }: SiteModel,
  view: View,
  visitor: Visitor,
  answers: ReadonlyMap<string, Answer>,
): void {
  for (const siteSpace of sections.flatMap(({ siteSpaces }) => siteSpaces)) {
    const isShown = view.siteSpaces.has(siteSpace);
    for (const page of siteSpace.space.pages) {
      for (const text of [page.block.met, page.block.unmet]) {
        const found = answers.get(keyOf({ url: `~/search?q=${text}`, headers: JSON_RESULTS }));
        expect([text, JSON.parse(found?.body ?? '{}').results]).toEqual([text, []]);
      }
      const answer = answers.get(keyOf({ url: siteSpace.path + page.path }));
      if (isShown && answer?.status === 200) expect(answer.body).toContain(shownWord(page, visitor));
    }
  }
}

/** Changes everything that the visitor does not see, and adds more of it. */
async function changeHidden({ editor, sections }: SiteModel, view: View, visitor: Visitor): Promise<void> {
  for (const section of sections) {
    const isShown = section.siteSpaces.some((siteSpace) => view.siteSpaces.has(siteSpace));
    if (!isShown) {
      const changed = { title: word(), path: word() };
      expect((await editor.creator.patch(editor.url(`/sections/${section.id}`), changed)).status).toBe(200);
    }
    for (const { id, space } of section.siteSpaces.filter((siteSpace) => !view.siteSpaces.has(siteSpace))) {
      const changed = { path: word() };
      expect((await editor.creator.patch(editor.url(`/site-spaces/${id}`), changed)).status).toBe(200);
      if (view.spaces.has(space)) continue;
      const { fields } = planPages([{ condition: 0, hidden: false, noIndex: false, child: true }]);
      await writeContent({ id: space.id }, fields);
    }
  }
  const never = CONDITIONS.findIndex(([, holds]) => !holds(visitor));
  const added = await editor.addSection(word());
  await setCondition(editor, `/sections/${added.id}`, never);
}

describe('content that conditions hide', () => {
  it(
    'is found nowhere, and changes nothing of what its visitors get',
    async () => {
      await fc.assert(
        fc.asyncProperty(planArbitrary, visitorArbitrary, async (plan, visitor) => {
          const site = await buildSite(w, plan);
          const view = new View(site, visitor);
          const cookie = await cookiesFor(site, visitor, 'Ada');
          const addresses = addressesOf(site, view, visitor);
          const before = new Map<string, Answer>();
          for (const address of addresses) {
            const answer = await ask(site, cookie, address);
            before.set(keyOf(address), answer);
            const { url, statuses } = address;
            expect({ url, leaks: leaks(site, view, address, answer) }).toEqual({ url, leaks: [] });
            expect({ url, status: answer.status, statuses }).toEqual({
              url,
              status: answer.status,
              statuses: expect.arrayContaining([answer.status]),
            });
          }
          expectComplete(site, view, before);
          expectBlocks(site, view, visitor, before);

          await changeHidden(site, view, visitor);
          const otherCookies = await cookiesFor(site, visitor, 'Grace');
          const answered = addresses.filter((address) => before.get(keyOf(address))?.status !== 404);
          for (const address of [...answered, MISSING]) {
            const answer = await ask(site, otherCookies, address);
            expect([address.url, answer]).toEqual([address.url, before.get(keyOf(address))]);
          }
        }),
        { numRuns: RUNS },
      );
    },
    RUNS * MAX_RUN_MS,
  );
});
