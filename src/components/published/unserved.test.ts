import { describe, expect, it } from 'vitest';
import { idsIn, isUnserved } from './unserved.ts';

const server = 'https://docs.company.com';

describe('a published URL', () => {
  it.each([
    ['https://docs.company.com/published/abc/docs/', true],
    ['https://docs.company.com/published/abc/docs/guides/en/', true],
    ['https://docs.company.com/help/', false],
    ['https://help.example/published/abc/', false],
    ['no address', false],
  ])('%s is not served: %s', (url, unserved) => {
    expect(isUnserved(url, server)).toBe(unserved);
    expect(isUnserved(url, `${server}/`)).toBe(unserved);
  });

  it('contains the organization and site ids', () => {
    const [organizationId, siteId] = ['tideline0tideline000', 'abcdefghijklmnopqrst'];
    expect(idsIn(`${organizationId}/${siteId}/guides`)).toEqual({ organizationId, siteId });
    expect(idsIn(`${organizationId}/docs/`)).toEqual({ organizationId, siteId: null });
    expect(idsIn('')).toEqual({ organizationId: null, siteId: null });
  });
});
