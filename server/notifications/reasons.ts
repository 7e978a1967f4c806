import type {
  NotificationDeliveries,
  NotificationDelivery,
  NotificationReason,
} from '#api/generated/types.gen.ts';

/** A group of reasons that has one setting. */
export type ReasonGroup = keyof NotificationDeliveries;

/** How each group reaches people who have not chosen. */
export const DEFAULT_DELIVERIES: NotificationDeliveries = {
  requests: 'mail',
  mentions: 'mail',
  conflicts: 'mail',
  reviews: 'app',
  comments: 'app',
  sites: 'app',
  access: 'app',
  jobs: 'app',
  reactions: 'weekly',
  followed: 'weekly',
  administration: 'app',
};

/** The group of each reason, the most important reason first. */
export const GROUP_OF_REASON: Readonly<Record<NotificationReason, ReasonGroup>> = {
  'review-requested': 'requests',
  mention: 'mentions',
  reply: 'mentions',
  'review-again': 'requests',
  conflict: 'conflicts',
  'review-submitted': 'reviews',
  comment: 'comments',
  'suggestion-applied': 'reviews',
  merged: 'reviews',
  archived: 'reviews',
  published: 'sites',
  access: 'access',
  job: 'jobs',
  'certificate-ends': 'administration',
  'token-ends': 'administration',
  'webhook-failing': 'administration',
  'specification-broken': 'administration',
  'mail-failing': 'administration',
  'events-delayed': 'administration',
  reaction: 'reactions',
  changed: 'followed',
};

// The keys are those of the type, in the order in which they are written.
const BY_IMPORTANCE = Object.keys(GROUP_OF_REASON) as NotificationReason[];
const RANKS: ReadonlyMap<string, number> = new Map(BY_IMPORTANCE.map((reason, rank) => [reason, rank]));

/** Reasons without repetition, the most important first. */
export function sortReasons(reasons: readonly NotificationReason[]): NotificationReason[] {
  return [...new Set(reasons)].toSorted((a, b) => (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0));
}

/** How each group reaches a person: by what was chosen last for all organizations, then for one. */
export function mergeDeliveries(
  choices: readonly Partial<NotificationDeliveries>[],
): Record<ReasonGroup, NotificationDelivery> {
  return Object.assign({}, DEFAULT_DELIVERIES, ...choices);
}
