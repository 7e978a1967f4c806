import type { ReviewRequestSeed, ReviewSeed } from '../model/seed-data.ts';

/** Who was asked to look at what; much of it still waits for the owner. */
export const skerryReviewRequests: ReviewRequestSeed[] = [
  {
    space: 'heron-guide',
    change: 'lightning',
    by: 'magnus.thorsen',
    ago: 9.1,
    people: ['owner', 'reviewer', 'creator'],
  },
  { space: 'heron-guide', change: 'snow', by: 'freya.macleod', ago: 25, people: ['reviewer', 'owner'] },
  { space: 'heron-guide', change: 'intervals', by: 'beatriz.nunes', ago: 30.1, people: ['reviewer'] },
];

/** What was said: one change request is approved, one was sent back and revised since, one was sent back. */
export const skerryReviews: ReviewSeed[] = [
  {
    space: 'heron-guide',
    change: 'lightning',
    by: 'reviewer',
    ago: 8.3,
    status: 'changes-requested',
    comment: 'One arrester for each battery, please: a site with two of them lost both in March.',
  },
  { space: 'heron-guide', change: 'lightning', by: 'creator', ago: 6.9, status: 'approved' },
  {
    space: 'heron-guide',
    change: 'intervals',
    by: 'reviewer',
    ago: 28.7,
    status: 'changes-requested',
    comment: 'Were the packs new? The table does not say, and customers ask.',
  },
  {
    space: 'heron-guide',
    change: 'snow',
    by: 'reviewer',
    ago: 24.2,
    status: 'approved',
    comment: 'Good. The wording of the status light is being changed elsewhere.',
  },
];
