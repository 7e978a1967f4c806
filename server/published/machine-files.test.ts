import { expect, it } from 'vitest';
import { fitsOneSitemap, type ListedContent } from './machine-files.ts';

it('a site with more pages than a sitemap can have needs an index; pages that are not listed don’t count', () => {
  const listed = (count: number, isNoIndex = false) =>
    ({
      content: { order: Array.from({ length: count }, () => ({ isNoIndex })) },
    }) as unknown as ListedContent;
  expect(fitsOneSitemap([listed(20_000), listed(30_000), listed(5, true)])).toBe(true);
  expect(fitsOneSitemap([listed(20_000), listed(30_001)])).toBe(false);
});
