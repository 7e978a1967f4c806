// @module-tag without-database
import { expect, it } from 'vitest';
import { type LinkScope, linkUrl } from '../view/reader-links.ts';
import { fitsOneSitemap, type ListedContent, publicMarkdown } from './machine-files.ts';

it('a site with more pages than a sitemap can have needs an index; pages that are not listed don’t count', () => {
  const listedPages = (count: number, isNoIndex = false) =>
    ({
      content: { order: Array.from({ length: count }, () => ({ isNoIndex })) },
    }) as unknown as ListedContent;
  expect(fitsOneSitemap([listedPages(20_000), listedPages(30_000), listedPages(5, true)])).toBe(true);
  expect(fitsOneSitemap([listedPages(20_000), listedPages(30_001)])).toBe(false);
});

it('addresses of the console and of other spaces are no part of the markdown', () => {
  const scope = {
    visit: { base: '/', tree: { sections: [] }, publicUrl: 'https://console.example/docs' },
    spaceUrl: '/',
    content: { spaceId: 'here', byId: new Map(), byPath: new Map(), files: new Map() },
    page: { path: 'a' },
  } as unknown as LinkScope;
  const hidden = [
    '/spaces/hidden/pages/p1',
    '/o/org1/spaces/hidden',
    'https://console.example/docs/o/org1/spaces/hidden/changes/3',
    'HTTPS://CONSOLE.EXAMPLE/docs/o/org1/members',
  ];
  const written = (url: string) =>
    `[a](${url}) [b](<${url}> "t") <a href="${url}">c</a> <${url}>\n\n[d]: ${url}\n`;
  for (const url of hidden) {
    const text = publicMarkdown(written(url), (href) => linkUrl(scope, href));
    expect(text.replace(/<\/(o|spaces)\/.*>/, ''), url).not.toMatch(/org1|hidden/);
  }
  const open = [
    'https://console.example/docs/published/acme/help/',
    'https://console.example/other',
    'https://elsewhere.example/o/org1',
    'mailto:a@b.example',
  ];
  for (const url of open)
    expect(publicMarkdown(written(url), (href) => linkUrl(scope, href))).toBe(written(url));
});
