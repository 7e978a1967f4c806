import { expect, it } from 'vitest';
import { describeCollectionImpact, describeSpaceImpact } from './actions.ts';

it('describes the impact of deleting a space', () => {
  const withoutUse = describeSpaceImpact({ changeRequestsOpen: 0, comments: 0 }, { names: [], total: 0 });
  expect(withoutUse).toEqual(['Not used on any site.', expect.stringContaining('7 days')]);
  const busy = describeSpaceImpact({ changeRequestsOpen: 2, comments: 1 }, { names: ['Docs'], total: 1 });
  expect(busy[0]).toMatch(/1 site: .Docs/u);
  expect(busy[1]).toBe('2 open change requests and 1 open comment become inaccessible.');
});

it('describes the impact of deleting a collection', () => {
  expect(describeCollectionImpact({ collections: 0, spaces: 0 })).toEqual(['The collection is empty.']);
  expect(describeCollectionImpact({ collections: 1, spaces: 3 }).join(' ')).toMatch(
    /1 collection .* 3 spaces/,
  );
});
