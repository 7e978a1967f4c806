import type { ChangeRequestBucket, ChangeRequestCounts } from '#api/generated/types.gen.ts';

export interface Bucket {
  value: ChangeRequestBucket;
  label: string;
  /** The server's counter for this bucket. */
  count: keyof ChangeRequestCounts;
  /** Text of the empty state. */
  empty: string;
  /** The content of a bucket under “More”, which is rarely opened. */
  more?: string;
}

export const buckets = [
  {
    value: 'needs-me',
    label: 'Needs your review',
    count: 'needsMe',
    empty: 'No change requests need your review.',
  },
  {
    value: 'ready',
    label: 'Ready to merge',
    count: 'ready',
    empty: 'No approved change requests that you can merge.',
  },
  {
    value: 'returned',
    label: 'Changes requested',
    count: 'returned',
    empty: 'No changes requested on your change requests.',
  },
  { value: 'mine', label: 'Created by you', count: 'mine', empty: 'You have no open change requests.' },
  {
    value: 'waiting',
    label: 'Waiting on others',
    count: 'waiting',
    empty: 'None of your change requests are waiting on others.',
  },
  { value: 'open', label: 'All open', count: 'open', empty: 'No open change requests.' },
  {
    value: 'stale',
    label: 'Stale',
    count: 'stale',
    empty: 'No stale change requests. Stale means no changes for 14 days.',
    more: 'No changes for 14 days',
  },
  {
    value: 'drafts',
    label: 'Drafts',
    count: 'drafts',
    empty: 'You have no drafts.',
    more: 'Yours, not open for review yet',
  },
  {
    value: 'merged',
    label: 'Merged',
    count: 'merged',
    empty: 'No merged change requests.',
    more: 'Part of their space',
  },
  {
    value: 'archived',
    label: 'Archived',
    count: 'archived',
    empty: 'No archived change requests.',
    more: 'Closed without merging',
  },
] as const satisfies readonly Bucket[];

const [first] = buckets;

/** The bucket named in the URL; the first one by default. */
export function findBucket(view: string): Bucket {
  return buckets.find(({ value }) => value === view) ?? first;
}
