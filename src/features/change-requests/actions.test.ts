import { describe, expect, it } from 'vitest';
import { describeMergeImpact } from './actions.ts';

describe('describeMergeImpact', () => {
  it('omits unknown details', () => {
    const unknown = { sites: undefined, others: undefined, brokenLinks: undefined, conflicts: undefined };
    expect(describeMergeImpact({ ...unknown, comments: 0 })).toEqual([]);
  });

  it('names sites, other change requests, broken links, comments and conflicts', () => {
    const text = describeMergeImpact({
      sites: { names: ['Docs'], total: 1 },
      others: 1,
      brokenLinks: 2,
      conflicts: '1 page with conflicts',
      comments: 3,
    }).join('\n');
    expect(text.replaceAll(/[\u2068\u2069]/g, '')).toContain('Changes are visible on 1 site: Docs.');
    expect(text).toContain('1 other open change request in this space becomes outdated.');
    expect(text).toContain('Breaks 2 links.');
    expect(text).toContain('3 comments are still open.');
    expect(text).toContain('1 page with conflicts');
  });
});
