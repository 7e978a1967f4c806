import { describe, expect, it } from 'vitest';
import { parsePublishedPath, isNotServed } from '#src/domain/published/is-served.ts';

const server = 'https://docs.company.com';

describe('a published URL', () => {
  it.each([
    ['https://docs.company.com/published/abc/docs/', true],
    ['https://docs.company.com/published/abc/docs/guides/en/', true],
    ['https://docs.company.com/help/', false],
    ['https://help.example/published/abc/', false],
    ['no address', false],
  ])('%s is not served: %s', (url, unserved) => {
    expect(isNotServed(url, server)).toBe(unserved);
    expect(isNotServed(url, `${server}/`)).toBe(unserved);
  });

  it('contains the organization and site ids', () => {
    const [organizationId, siteId] = ['tideline0tideline000', 'abcdefghijklmnopqrst'];
    expect(parsePublishedPath(`${organizationId}/${siteId}/guides`)).toEqual({ organizationId, siteId });
    expect(parsePublishedPath(`${organizationId}/docs/`)).toEqual({ organizationId, siteId: null });
    expect(parsePublishedPath('')).toEqual({ organizationId: null, siteId: null });
  });
});
