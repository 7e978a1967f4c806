import type { ChangeRequestBucket, ChangeRequestCounts } from '#api/generated/types.gen.ts';

/** A bucket as the inbox shows it. */
export interface Bucket {
  value: ChangeRequestBucket;
  label: string;
  /** Its count among those that the server gives. */
  count: keyof ChangeRequestCounts;
  /** What an empty one says. */
  empty: string;
}

/** The buckets, in their order. */
export const buckets = [
  { value: 'needs-me', label: 'Needs me', count: 'needsMe', empty: 'Nothing waits for your review.' },
  {
    value: 'returned',
    label: 'Returned',
    count: 'returned',
    empty: 'No reviewer has sent anything of yours back.',
  },
  { value: 'mine', label: 'Mine', count: 'mine', empty: 'None of yours is open.' },
  { value: 'waiting', label: 'Waiting', count: 'waiting', empty: 'Nothing waits for somebody else.' },
  { value: 'stale', label: 'Stale', count: 'stale', empty: 'All that is open has changed within two weeks.' },
  { value: 'drafts', label: 'Drafts', count: 'drafts', empty: 'You have no drafts.' },
  { value: 'merged', label: 'Merged', count: 'merged', empty: 'Nothing has been merged yet.' },
  { value: 'archived', label: 'Archived', count: 'archived', empty: 'Nothing has been given up.' },
] as const satisfies readonly Bucket[];

const [first] = buckets;

/** The bucket that an address names; the first one where it names none. */
export function readBucket(view: string): Bucket {
  return buckets.find(({ value }) => value === view) ?? first;
}
