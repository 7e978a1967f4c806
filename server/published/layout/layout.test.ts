// @module-tag without-database
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parsePage } from '../testing/parse-page.ts';
import { otherSampleViews, sampleView } from '../testing/sample-view.ts';
import { renderReaderPage } from './layout.ts';
import type { ReaderView } from './reader-view.ts';

const views = Object.entries({ page: sampleView, ...otherSampleViews });

function parse(view: ReaderView): Document {
  return parsePage(renderReaderPage(view));
}

const all = (root: ParentNode, selector: string): Element[] => Array.from(root.querySelectorAll(selector));
const hrefs = (root: ParentNode, selector: string): (string | null)[] =>
  all(root, selector).map((element) => element.getAttribute('href'));

describe.each(views)('the page of %s', (_name, view) => {
  const document = parse(view);

  it('has one heading of the first level, one main part and a way to it', () => {
    expect(all(document, 'h1')).toHaveLength(1);
    expect(all(document, 'main[id="~content"]')).toHaveLength(1);
    expect(hrefs(document, 'body > a.skip')).toEqual(['#~content']);
    expect(document.body.firstElementChild?.className).toBe('skip');
  });

  it('names every navigation, and each visible one differently', () => {
    const names = all(document, 'nav').map((nav) => {
      const labelledBy = nav.getAttribute('aria-labelledby');
      return labelledBy === null
        ? nav.getAttribute('aria-label')
        : document.getElementById(labelledBy)?.textContent;
    });
    expect(names).toSatisfy((found: (string | null)[]) => found.every(Boolean));
    // At each width one of both contents of the page, and one of both lists of links, is shown.
    const twice = all(document, '.closed-contents, .menu-links').length;
    expect(new Set(names).size).toBeGreaterThanOrEqual(names.length - twice);
  });

  it('has no duplicate ids and no control without a name', () => {
    const ids = all(document, '[id]').map(({ id }) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    for (const control of all(document, 'a, button, summary')) {
      expect(control.getAttribute('aria-label') ?? control.textContent.trim(), control.outerHTML).not.toBe(
        '',
      );
    }
    for (const { id } of all(document, 'input[type=search]')) {
      expect(all(document, `label[for="${id}"]`)).toHaveLength(1);
    }
  });

  it('runs under a policy without inline scripts and styles', () => {
    expect(all(document, 'style, [style], script:not([src]), iframe, base')).toEqual([]);
    const attributes = all(document, '*').flatMap(({ attributes: found }) =>
      Array.from(found, ({ name }) => name),
    );
    expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
  });

  it('has language, direction, title and theme', () => {
    const root = document.documentElement;
    expect(root.lang).toBe(view.language);
    expect(root.dir).toBe(view.language === 'ar' ? 'rtl' : 'ltr');
    expect(root.getAttribute('data-theme')).toBe(view.theme ?? null);
    expect(document.title.endsWith(' · Tide handbook')).toBe(true);
    expect(root.outerHTML).not.toMatch(/undefined|\[object/);
  });
});

describe('a page', () => {
  const document = parse(sampleView);

  it('marks itself in the tree, with the way to it open and others closed', () => {
    const current = all(document, '.tree [aria-current]');
    expect(current.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['Stations 2', 'page'],
    ]);
    expect(current[0]?.closest('details')?.hasAttribute('open')).toBe(true);
    const branches = all(document, '.tree li:not(.group) > details');
    expect(branches.filter((branch) => branch.hasAttribute('open'))).toHaveLength(1);
    expect(branches.length).toBeGreaterThan(5);
  });

  it('folds groups, which are open at first', () => {
    const groups = all(document, '.tree .group > details');
    expect(groups.map((group) => group.querySelector('summary')?.textContent.trim())).toEqual(
      [1, 2, 3, 4, 5].map((part) => `Part ${part}`),
    );
    expect(groups.every((group) => group.hasAttribute('open'))).toBe(true);
  });

  it('is described for search engines and other programs', () => {
    expect(document.title).toBe('Quick start · Guides · Tide handbook');
    expect(hrefs(document, 'link[rel=canonical]')).toEqual([
      'https://bindery.example/published/tide/docs/quick-start',
    ]);
    const languages = all(document, 'link[hreflang]').map((link) => link.getAttribute('hreflang'));
    expect(languages).toEqual(['en', 'de', 'x-default']);
    expect(hrefs(document, 'link[type="text/markdown"]')).toEqual(['/published/tide/docs/quick-start.md']);
    const properties = all(document, 'meta[property]').map((meta) => meta.getAttribute('property'));
    expect(properties).toEqual(
      ['title', 'description', 'type', 'site_name', 'url', 'locale'].map((property) => `og:${property}`),
    );
    expect(all(document, 'meta[name=robots]')).toEqual([]);
  });

  it('is kept from search engines where it is not indexed', () => {
    const hidden = parse({ ...sampleView, head: { alternates: [], isIndexed: false } });
    expect(hidden.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });

  it('lists its headings of levels 2 and 3, nested', () => {
    expect(hrefs(document, '.contents > ul > li > a')).toEqual(['#install', '#stations', '#limits']);
    expect(hrefs(document, '.contents li li a')).toEqual(['#verify', '#offsets']);
  });

  it('says when it was changed in its language', () => {
    const german = parse({ ...sampleView, language: 'de-AT' });
    expect(document.querySelector('time')?.textContent).toBe('March 12, 2026');
    expect(german.querySelector('.facts p')?.textContent.trim()).toBe('Zuletzt geändert am 12. März 2026');
    expect(german.querySelector('time')?.getAttribute('datetime')).toBe('2026-03-12');
  });

  it('leaves out what its author has switched off, but never its heading', () => {
    if (sampleView.main.kind !== 'page') throw new Error('The sample is a page.');
    const without = new Set([
      'title',
      'description',
      'tableOfContents',
      'outline',
      'pagination',
      'cover',
    ] as const);
    const cover = { url: '/cover.png', width: 1200, height: 300, size: 'hero' as const };
    const page = { ...sampleView.main.page, cover };
    const document = parse({ ...sampleView, main: { kind: 'page', page } });
    const bare = parse({ ...sampleView, main: { kind: 'page', page: { ...page, without } } });
    const parts = ['.cover', '.description', '.tree', '.contents', '.closed-contents', '.pagination'];
    for (const part of parts) {
      expect(all(document, part), part).toHaveLength(1);
      expect(all(bare, part), part).toHaveLength(0);
    }
    expect(bare.querySelector('h1')?.className).toBe('hidden');
  });

  it('shows a light and a dark logo, and each has the name of the site', () => {
    const site = {
      ...sampleView.site,
      logo: { light: { url: '/light.svg', width: 120, height: 32 }, dark: { url: '/dark.svg' } },
    };
    const logoOf = (view: ReaderView) => {
      const name = parse(view).querySelector('.site');
      const [source] = all(name ?? document, 'source');
      const [image] = all(name ?? document, 'img');
      const read = (element: Element | undefined, names: string[]) =>
        names.map((attribute) => element?.getAttribute(attribute));
      return [...read(image, ['src', 'width', 'alt']), ...read(source, ['srcset', 'media'])];
    };
    const light = ['/light.svg', '120', 'Tide handbook'];
    const system = [...light, '/dark.svg', '(prefers-color-scheme: dark)'];
    expect(logoOf({ ...sampleView, site })).toEqual(system);
    expect(logoOf({ ...sampleView, site, theme: 'light' })).toEqual([...light, '/dark.svg', 'not all']);
    expect(logoOf({ ...sampleView, site, theme: 'dark' })).toEqual([...light, '/dark.svg', 'all']);
  });
});

/** Every text of a value replaced, except where texts are names of kinds. */
function replaceTexts<Value>(value: Value, replace: (text: string) => string): Value {
  const kinds = new Set(['kind', 'reason', 'size', 'theme', 'language', 'html']);
  const visit = (found: unknown, key = ''): unknown => {
    if (typeof found === 'string') return kinds.has(key) ? found : replace(found);
    if (Array.isArray(found)) return found.map((item) => visit(item));
    if (found === null || typeof found !== 'object' || found instanceof Set || found instanceof Date)
      return found;
    return Object.fromEntries(Object.entries(found).map(([name, item]) => [name, visit(item, name)]));
  };
  return visit(value) as Value;
}

const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onfocus='alert(1)",
        'javascript:alert(1)',
        ' data:text/html,<script>',
        '</title></textarea></style>',
        '<!--',
        '&lt;&quot;',
        '\u0000\u2028\n',
        '//evil.example',
      ),
      fc.string({ maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''));

describe('texts that are no texts', () => {
  const shape = (view: ReaderView): string[] =>
    all(parse(view), '*').flatMap((element) => [
      element.tagName,
      ...Array.from(element.attributes, ({ name }) => name),
    ]);

  it('never become elements or attributes', () => {
    const knownShapes = new Map(views.map(([name, view]) => [name, new Set(shape(view))]));
    fc.assert(
      fc.property(fc.constantFrom(...views), nasty, ([name, view], text) => {
        const newShape = shape(replaceTexts(view, () => text));
        expect(newShape.filter((part) => !knownShapes.get(name)?.has(part))).toEqual([]);
      }),
    );
  });

  it('never become URLs that run something', () => {
    fc.assert(
      fc.property(fc.constantFrom(...views), nasty, ([, view], text) => {
        const document = parse(replaceTexts(view, () => text));
        const urls = ['href', 'src', 'action'].flatMap((name) =>
          all(document, `[${name}]`).map((element) => element.getAttribute(name) ?? ''),
        );
        const relativeUrls = urls.filter((url) => !/^(https?:\/\/|mailto:|tel:|[#?]|\/(?!\/))/.test(url));
        expect(relativeUrls).toEqual([]);
      }),
    );
  });
});

describe('weight', () => {
  it('is small: the page of a site of 50 pages', () => {
    const page = brotliCompressSync(renderReaderPage(sampleView)).length;
    const source = brotliCompressSync(readFileSync(new URL('reader.css', import.meta.url))).length;
    expect(page).toBeLessThan(4 * 1024);
    expect(page + source).toBeLessThan(9 * 1024);
  });

  it('grows little with the tree', () => {
    const tree = Array.from({ length: 20 }, () => sampleView.tree).flat();
    const size = (view: ReaderView): number => brotliCompressSync(renderReaderPage(view)).length;
    expect(size({ ...sampleView, tree })).toBeLessThan(2 * size(sampleView));
  });
});

describe('a page for a stranger', () => {
  it('says whose site it is, and leads nowhere', () => {
    const site = { title: '', url: '/' };
    const main = { kind: 'refused', reason: 'sign-in-needed' } as const;
    const bare = { sections: [], variants: [], languages: [], tree: [], headerLinks: [], footerLinks: [] };
    const { searchUrl: _, ...rest } = sampleView;
    const document = parse({ ...rest, ...bare, site, owner: 'Tide Works', main });
    expect(document.querySelector('header')?.textContent.trim()).toBe('Tide Works');
    expect(document.title).toMatch(/ · Tide Works$/);
    expect(hrefs(document, 'header a')).toEqual([]);
  });

  it('has the search in its header where it is not there', () => {
    const main: ReaderView['main'] = { kind: 'not-found', suggestions: [], mayBeHidden: false };
    expect(all(parse({ ...sampleView, main }), 'header form[role=search]')).toHaveLength(1);
  });
});
