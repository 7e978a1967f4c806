/** Texts that try to bring scripts into pages, in a browser without the policy that would stop them. */
import { hostileTexts } from '../../server/content/html/testing/hostile-texts.ts';
import { expect, test } from '../fixtures.ts';
import { isDeep } from '../support/deep.ts';
import { createPublishedSite, recordRequests } from '../support/published-sites.ts';
import { insertPage } from '../support/space-pages.ts';

const COUNT = isDeep ? 1000 : 100;
const PAGES_PER_SECTION = 50;
const AT_ONCE = 10;

/** Only what the writer of texts does protects the page. */
test.use({ bypassCSP: true });

/** The code that a page could run, and the requests that it could send by itself. Runs inside the page. */
async function findHarm(urls: string[]): Promise<string[]> {
  const inspect = async (url: string): Promise<string[]> => {
    const response = await fetch(url);
    if (response.status !== 200) return [`${url}: ${response.status}`];
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.srcdoc = await response.text();
    document.body.append(frame);
    await loaded;
    const frameDocument = frame.contentDocument;
    if (frameDocument?.querySelector('article .text') == null) return [`${url}: the page is gone`];
    const harm = [...frameDocument.querySelectorAll('*')].flatMap((element) => {
      const isOurs = element.closest('article .text') === null;
      const handlers = element
        .getAttributeNames()
        .filter((name) => name.startsWith('on') || name === 'style');
      const isActive = /^(script|iframe|object|embed|form|base|meta|link|style|svg|template)$/.test(
        element.localName,
      );
      const addresses = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href']
        .flatMap((name) => element.getAttribute(name) ?? [])
        .filter((text) => URL.canParse(text, location.href))
        .filter((text) => !/^(https?|mailto|tel):$/.test(new URL(text, location.href).protocol));
      return isOurs ? handlers : [...handlers, ...addresses, ...(isActive ? [element.localName] : [])];
    });
    frame.remove();
    return harm.map((one) => `${url}: ${one}`);
  };
  return (await Promise.all(urls.map(inspect))).flat();
}

const title = 'hostile texts run nothing and send nothing';
test(title, { tag: '@large' }, async ({ organization, page }) => {
  test.setTimeout(240_000);
  // The interface refuses NUL.
  const all = hostileTexts().filter((text) => !text.includes('\0'));
  const texts = all.filter(
    (_, at) => Math.floor(((at + 1) * COUNT) / all.length) > Math.floor((at * COUNT) / all.length),
  );
  expect(texts).toHaveLength(COUNT);
  const sections = Array.from({ length: COUNT / PAGES_PER_SECTION }, (_, at) => `Part ${at + 1}`);
  const { base } = await createPublishedSite(
    organization,
    Object.fromEntries(sections.map((title) => [title, [title]])),
    Object.fromEntries(
      sections.map((title, section) => [
        title,
        texts
          .slice(section * PAGES_PER_SECTION, (section + 1) * PAGES_PER_SECTION)
          .map((text, at) => insertPage(`Page ${at + 1}`, text)),
      ]),
    ),
  );
  await page.goto(base);
  const sectionUrls = await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(sectionUrls).toHaveLength(sections.length);
  const urls = recordRequests(page);
  const pages = sectionUrls.flatMap((url) =>
    Array.from({ length: PAGES_PER_SECTION }, (_, at) => `${url}${at === 0 ? '' : `page-${at + 1}`}`),
  );
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    expect(await page.evaluate(findHarm, pages.slice(at, at + AT_ONCE))).toEqual([]);
  }
  await expect(page).toHaveURL(base);
  expect(page.frames()).toHaveLength(1);
  const paths = urls.map((url) => url.replace(new URL(base, page.url()).href, ''));
  const expectedPath = /^(page-\d+|part-\d+\/(page-\d+)?|~\/assets\/[\w.-]+|)$/;
  expect(paths.filter((url) => !expectedPath.test(url))).toEqual([]);
});
