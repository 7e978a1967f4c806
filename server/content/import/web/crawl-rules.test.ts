// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { isBelow, parentAddress, parseRobots, parseSitemap } from './crawl-rules.ts';

describe('parseRobots', () => {
  const rules = (text: string) => parseRobots(text, 'Bindery');

  it.each([
    ['User-agent: *\nDisallow: /private', '/private/x', false],
    ['User-agent: *\nDisallow: /private', '/docs', true],
    ['User-agent: *\nDisallow: /\nAllow: /docs/', '/docs/a', true],
    ['User-agent: *\nDisallow: /\nAllow: /docs/', '/shop', false],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: bindery\nDisallow: /a\n\nUser-agent: *\nDisallow: /', '/b', true],
    ['User-agent: a\nUser-agent: *\nDisallow: /*.pdf$ # no files', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow:', '/a', true],
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['<html>Not found</html>', '/a', true],
    ['User-agent: *\r\nDisallow: /*a*b*c$\r\n', '/xaybzc', false],
    ['User-agent: *\r\nDisallow: /*a*b*c$\r\n', '/xaybz', true],
    ['Disallow: /', '/a', true],
  ])('%j says of %s: %s', (text, path, isAllowed) => {
    expect(rules(text).isAllowed(path)).toBe(isAllowed);
  });

  const FILE = `# For all
User-agent: *
Disallow: /private
Allow: /private/open
Disallow: /*.pdf$
Disallow:

User-Agent: other
User-agent: Bindery-Links
Disallow: /own
`;
  it.each([
    [FILE, '/private', true],
    [FILE, '/own/page', false],
    [FILE.replace('Bindery-Links', 'third'), '/private/page', false],
    [FILE.replace('Bindery-Links', 'third'), '/private/open/page', true],
    [FILE.replace('Bindery-Links', 'third'), '/a/b.pdf', false],
    [FILE.replace('Bindery-Links', 'third'), '/a/b.pdf?x', true],
    [FILE.replace('Bindery-Links', 'third'), '/own', true],
  ])('%j says of %s to one of several agents: %s', (text, path, isAllowed) => {
    expect(parseRobots(text, 'bindery-links').isAllowed(path)).toBe(isAllowed);
  });

  it('is read quickly, whatever it has', () => {
    const robots = `User-agent: *\n${`Disallow: /${'*a'.repeat(500)}$\n`.repeat(500)}`;
    const start = performance.now();
    expect(rules(robots).isAllowed(`/${'a'.repeat(900)}b`)).toBe(true);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('reads the wait between requests, at most ten seconds, and sitemaps', () => {
    const { delayMs, sitemaps } = rules('User-agent: *\nCrawl-delay: 60\nSitemap: https://a.example/s.xml');
    expect({ delayMs, sitemaps }).toEqual({ delayMs: 10_000, sitemaps: ['https://a.example/s.xml'] });
  });
});

it('reads the addresses of sitemaps and of their indexes', () => {
  expect(
    parseSitemap('<urlset><url><loc> https://a.example/x?a=1&amp;b=2 </loc></url></urlset>', 9).pages,
  ).toEqual(['https://a.example/x?a=1&b=2']);
  expect(
    parseSitemap('<sitemapindex><sitemap><loc>https://a.example/s</loc></sitemap></sitemapindex>', 9),
  ).toEqual({
    pages: [],
    sitemaps: ['https://a.example/s'],
  });
});

it.each([
  ['https://a.example/docs/x', 'https://a.example/docs/', true],
  ['https://a.example/docs', 'https://a.example/docs/', true],
  ['https://a.example/docs/x', 'https://a.example/docs', true],
  ['https://a.example/docs/x', 'https://a.example/docs/index.html', true],
  ['https://a.example/docs2', 'https://a.example/docs', false],
  ['https://a.example/shop', 'https://a.example/docs/', false],
  ['https://b.example/docs/x', 'https://a.example/docs/', false],
])('%s is below %s: %s', (address, start, isExpected) => {
  expect(isBelow(address, start)).toBe(isExpected);
});

it('finds the page of the nearest folder above', () => {
  const addresses = new Set(['https://a.example/docs', 'https://a.example/docs/a']);
  expect(parentAddress('https://a.example/docs/a/b/c', addresses)).toBe('https://a.example/docs/a');
  expect(parentAddress('https://a.example/docs', addresses)).toBeUndefined();
});
