import type { ReviewRequestSeed, ReviewSeed } from '../model/seed-data.ts';

/** Who was asked to look at what; much of it still waits for the administrator and the owner. */
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
  { space: 'heron-guide', change: 'structure', by: 'editor', ago: 5.2, people: ['admin', 'owner'] },
  { space: 'policies', change: 'gifts', by: 'admin', ago: 19.2, people: ['reviewer'] },
  { space: 'api-guide', change: 'scopes', by: 'nadia.benali', ago: 10.2, people: ['admin'] },
  { space: 'perch-guide', change: 'two-sims', by: 'marta.zielinska', ago: 8.5, people: ['admin'] },
  { space: 'fieldwork-safety', change: 'ice', by: 'thandiwe.nkosi', ago: 8, people: ['admin', 'reviewer'] },
  { space: 'gannet-guide', change: 'satellite', by: 'sunniva.dahl', ago: 2.8, people: ['admin'] },
  { space: 'release-notes', change: 'heron-4-2-2', by: 'daniel.osei', ago: 1.2, people: ['admin'] },
];

/** What was said: some change requests are approved, one was sent back and revised since, two were sent back. */
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
  {
    space: 'policies',
    change: 'gifts',
    by: 'reviewer',
    ago: 18.1,
    status: 'changes-requested',
    comment: 'Is dinner with a supplier a gift? Please say so, it is asked every December.',
  },
  {
    space: 'fieldwork-safety',
    change: 'ice',
    by: 'reviewer',
    ago: 6.5,
    status: 'approved',
    comment: 'Short, and everybody will remember it.',
  },
];
