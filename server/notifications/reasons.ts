import type {
  NotificationDeliveries,
  NotificationDelivery,
  NotificationReason,
} from '#api/generated/types.gen.ts';
import type { NotificationReaders } from './readable-notifications.ts';

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

interface ReasonRule {
  group: ReasonGroup;
  /** The actions of the audit log that lead to it; without any, something else does. */
  actions: readonly string[];
  /** Who is told, and, where no action leads to it, when: a sentence of `docs/notifications.md`. */
  recipients: string;
  /** Who may read it; `subject`: as the subject decides. */
  readers: NotificationReaders | 'subject';
}

const COMMENTED = ['createChangeRequestComment', 'createSpaceComment'];
const REPLIED = ['createChangeRequestCommentReply', 'createSpaceCommentReply'];
const COMMENT_CHANGED = [
  'updateChangeRequestComment',
  'updateChangeRequestCommentReply',
  'updateSpaceComment',
  'updateSpaceCommentReply',
];
const EDITED = ['editChangeRequestContent', 'importChangeRequestContent', 'applySuggestions'];

/** Actions whose texts can mention people, by where the text is. */
export const MENTIONING: Readonly<Record<'comment' | 'description' | 'review', readonly string[]>> = {
  comment: [...COMMENTED, ...REPLIED, ...COMMENT_CHANGED],
  description: ['updateChangeRequest'],
  review: ['createReview'],
};

/** Why people are told, the most important reason first: one row for each. */
export const REASONS: Readonly<Record<NotificationReason, ReasonRule>> = {
  'review-requested': {
    group: 'requests',
    actions: ['requestReviewers'],
    recipients: 'Those whose review is requested.',
    readers: 'subject',
  },
  'team-review-requested': {
    group: 'requests',
    actions: ['requestReviewers'],
    recipients: 'The members of a team whose review is requested, but not the author.',
    readers: 'subject',
  },
  mention: {
    group: 'mentions',
    actions: Object.values(MENTIONING).flat(),
    recipients: 'Those who are mentioned, and the members of mentioned teams; once for each text.',
    readers: 'subject',
  },
  reply: {
    group: 'mentions',
    actions: REPLIED,
    recipients: 'The author of the comment, and those who replied to it before.',
    readers: 'subject',
  },
  'review-again': {
    group: 'requests',
    actions: EDITED,
    recipients: 'Those who reviewed the open change request, once after each review.',
    readers: 'subject',
  },
  conflict: {
    group: 'conflicts',
    actions: [],
    recipients:
      'The author of an open change request, when a change of its space leaves it with conflicts. Who connected the space with a repository, and administrators, when a sync makes a change request.',
    readers: 'subject',
  },
  'review-submitted': {
    group: 'reviews',
    actions: ['createReview'],
    recipients: 'The author of the change request, its contributors, and who requested the review.',
    readers: 'subject',
  },
  comment: {
    group: 'comments',
    actions: COMMENTED,
    recipients: 'The author of the change request, its contributors and those who reviewed it.',
    readers: 'subject',
  },
  'suggestion-applied': {
    group: 'reviews',
    actions: ['applySuggestions'],
    recipients: 'The authors of the suggestions.',
    readers: 'subject',
  },
  merged: {
    group: 'reviews',
    actions: ['mergeChangeRequest', 'bypassMergeRules'],
    recipients: 'The author, the contributors and the reviewers of the change request.',
    readers: 'subject',
  },
  archived: {
    group: 'reviews',
    actions: ['updateChangeRequest'],
    recipients: 'The same, when it is archived.',
    readers: 'subject',
  },
  published: {
    group: 'sites',
    actions: ['publishSite', 'unpublishSite'],
    recipients: 'Those who follow the site.',
    readers: 'members',
  },
  access: {
    group: 'access',
    actions: [
      'grantSpacePermissions',
      'updateSpaceUserPermission',
      'updateSpaceTeamPermission',
      'grantCollectionPermissions',
      'updateCollectionUserPermission',
      'updateCollectionTeamPermission',
      'decideFormerGuestAccess',
      'updateMember',
      'setTeamMember',
      'updateTeamMembers',
    ],
    recipients: 'Those who got access, another role, or a team.',
    readers: 'subject',
  },
  job: {
    group: 'jobs',
    actions: [],
    recipients: 'Who started an import that took more than ten seconds or failed, when it has ended.',
    readers: 'everyone',
  },
  'schedule-failed': {
    group: 'jobs',
    actions: [],
    recipients:
      'Everybody who contributed to a draft of a site’s structure, and who scheduled it, when it could not be applied at its time.',
    readers: 'members',
  },
  'draft-approved': {
    group: 'sites',
    actions: ['approveStructureDraft'],
    recipients: 'Everybody who contributed to a draft of a site’s structure, when somebody approves it.',
    readers: 'members',
  },
  'merge-failed': {
    group: 'conflicts',
    actions: [],
    recipients:
      'Who planned a merge, and who made its change request, when it could not be done at its time or turn.',
    readers: 'content',
  },
  'certificate-ends': {
    group: 'administration',
    actions: [],
    recipients: 'Administrators, 14 days before the certificate of an identity provider ends.',
    readers: 'administrators',
  },
  'token-ends': {
    group: 'administration',
    actions: [],
    recipients:
      'The owner of an API token, 7 days before it ends; of the token of a connected repository, who connected it and administrators, 14 days before.',
    readers: 'everyone',
  },
  'webhook-failing': {
    group: 'administration',
    actions: ['disableWebhook', 'reportFailingWebhook'],
    recipients: 'Administrators, when a webhook fails for a day, and when it is switched off.',
    readers: 'administrators',
  },
  'sync-failing': {
    group: 'administration',
    actions: [],
    recipients:
      'Who connected the space with a repository, and administrators, when a sync fails and somebody has to act, or fails for a quarter of an hour.',
    readers: 'content',
  },
  'specification-broken': {
    group: 'administration',
    actions: [],
    recipients: 'Administrators, when an API specification that could be read can’t be any more.',
    readers: 'administrators',
  },
  'mail-failing': {
    group: 'administration',
    actions: [],
    recipients: 'Administrators, when the address of a member begins to be rejected.',
    readers: 'administrators',
  },
  'events-delayed': {
    group: 'administration',
    actions: [],
    recipients: 'Administrators, when events are more than 30 seconds behind, once a day.',
    readers: 'administrators',
  },
  reaction: {
    group: 'reactions',
    actions: COMMENT_CHANGED,
    recipients: 'The author of the comment or the reply.',
    readers: 'subject',
  },
  changed: {
    group: 'followed',
    actions: [
      'createChangeRequest',
      'undoMerge',
      'restoreRevision',
      'updateChangeRequest',
      'mergeChangeRequest',
      'createReview',
      ...EDITED,
      ...COMMENTED,
      ...REPLIED,
      'editSpaceContent',
      'importSpaceContent',
      'importOrganizationContent',
      'receiveCommits',
      'updateSpace',
      'restoreSpace',
      'updateSite',
      'applyStructureDraft',
      'receiveSiteCommits',
      'updateSiteCustomization',
      'setSiteHostname',
    ],
    recipients: 'Those who follow the space, the change request or the site.',
    readers: 'subject',
  },
};

// The keys are those of the type, in the order in which they are written.
const BY_IMPORTANCE = Object.keys(REASONS) as NotificationReason[];
const RANKS: ReadonlyMap<string, number> = new Map(BY_IMPORTANCE.map((reason, rank) => [reason, rank]));

/** The group of each reason. */
export const GROUP_OF_REASON = Object.fromEntries(
  BY_IMPORTANCE.map((reason) => [reason, REASONS[reason].group]),
) as Readonly<Record<NotificationReason, ReasonGroup>>;

const BY_ACTION = new Map<string, NotificationReason[]>();
for (const reason of BY_IMPORTANCE)
  for (const action of REASONS[reason].actions)
    BY_ACTION.set(action, [...(BY_ACTION.get(action) ?? []), reason]);

/** The reasons that an action can lead to, the most important first. */
export function reasonsOfAction(action: string): readonly NotificationReason[] {
  return BY_ACTION.get(action) ?? [];
}

/** Reasons without repetition, the most important first. */
export function sortReasons(reasons: readonly NotificationReason[]): NotificationReason[] {
  return [...new Set(reasons)].toSorted((a, b) => (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0));
}

/** Whether someone was asked, mentioned or replied to: such reach who muted or snoozed the subject. */
export function isDirect(reason: NotificationReason): boolean {
  const { group } = REASONS[reason];
  return group === 'requests' || group === 'mentions';
}

/** How each group reaches a person: by what was chosen last for all organizations, then for one. */
export function mergeDeliveries(
  choices: readonly Partial<NotificationDeliveries>[],
): Record<ReasonGroup, NotificationDelivery> {
  return Object.assign({}, DEFAULT_DELIVERIES, ...choices);
}
