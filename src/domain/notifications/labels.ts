import type { Notification, NotificationReason } from '#api/generated/types.gen.ts';

interface ReasonLabel {
  /** The reason as a noun, for filters and where nobody did it. */
  name: string;
  /** What the people did, after their names. */
  verb: string;
}

/** The reasons in words, the most important first. */
export const reasonLabels: Readonly<Record<NotificationReason, ReasonLabel>> = {
  'review-requested': { name: 'Review requested', verb: 'requested your review' },
  'team-review-requested': { name: 'Team review requested', verb: 'requested a review of your team' },
  mention: { name: 'Mention', verb: 'mentioned you' },
  reply: { name: 'Reply', verb: 'replied' },
  'review-again': { name: 'Needs you again', verb: 'made edits after your review' },
  conflict: { name: 'Conflict', verb: 'caused a conflict' },
  'review-submitted': { name: 'Review submitted', verb: 'submitted a review' },
  comment: { name: 'Comment', verb: 'commented' },
  'suggestion-applied': { name: 'Suggestion applied', verb: 'applied a suggestion' },
  merged: { name: 'Merged', verb: 'merged this' },
  archived: { name: 'Archived', verb: 'archived this' },
  published: { name: 'Site published', verb: 'published this' },
  access: { name: 'Access given', verb: 'changed your access' },
  job: { name: 'Import ended', verb: 'ran this import' },
  'schedule-failed': { name: 'Scheduled draft not applied', verb: 'scheduled this draft' },
  'draft-approved': { name: 'Draft approved', verb: 'approved this draft' },
  'merge-failed': { name: 'Planned merge failed', verb: 'planned this merge' },
  reaction: { name: 'Reaction', verb: 'reacted' },
  changed: { name: 'Change', verb: 'made changes' },
  'certificate-ends': { name: 'Certificate ends soon', verb: 'let a certificate end' },
  'token-ends': { name: 'Token ends soon', verb: 'let a token end' },
  'webhook-failing': { name: 'Webhook failing', verb: 'switched this webhook off' },
  'sync-failing': { name: 'Git Sync failing', verb: 'made Git Sync fail' },
  'specification-broken': { name: 'Specification broken', verb: 'broke this specification' },
  'mail-failing': { name: 'Mail rejected', verb: 'rejected mail' },
  'events-delayed': { name: 'Notifications delayed', verb: 'delayed notifications' },
};

/** Words for some actions instead of their reason's. */
const actionVerbs: Readonly<Record<string, string>> = {
  unpublishSite: 'unpublished this',
  createChangeRequest: 'started this change request',
  setTeamMember: 'added you to a team',
  updateTeamMembers: 'changed your teams',
};

/** What commits of a repository have caused: nobody did it here. */
const repositorySentences: Readonly<Partial<Record<string, string>>> = {
  receiveCommits: 'Changes came from the repository',
  'sync-conflict': 'Changes from the repository need a decision',
};

/** What has come from a repository, as a sentence; undefined for what people did, and for what came otherwise. */
function describeRepository({ reason, latest }: Pick<Notification, 'reason' | 'latest'>): string | undefined {
  return latest.reason === reason ? repositorySentences[latest.action] : undefined;
}

/** Whether it tells of what has come from a repository. */
export const isFromRepository = (notification: Pick<Notification, 'reason' | 'latest'>): boolean =>
  describeRepository(notification) !== undefined;

/** Reasons that are about what happened by itself. */
const isOfNobody = (reason: NotificationReason) =>
  reason === 'conflict' || reason === 'job' || /-(ends|broken|delayed|failing|failed)$/.test(reason);

/** Servers of a later version may have reasons that this one doesn't know. */
export const reasonName = (reason: NotificationReason): string => {
  const names: Partial<Record<string, ReasonLabel>> = reasonLabels;
  return names[reason]?.name ?? reason;
};

/** "Ada and Bob", "Ada, Bob and Cy". Empty without people. */
export function describeActors({ actors }: Pick<Notification, 'actors'>): string {
  const names = actors.map(({ displayName }) => displayName);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** What happened, without the subject: "Ada and Bob commented", "Certificate ends soon". */
export function describeReason(notification: Pick<Notification, 'actors' | 'reason' | 'latest'>): string {
  const { reason, latest } = notification;
  const sentence = describeRepository(notification);
  if (sentence !== undefined) return sentence;
  const people = describeActors(notification);
  const labels: Partial<Record<string, ReasonLabel>> = reasonLabels;
  const label = labels[reason];
  if (!label || people === '' || isOfNobody(reason)) return reasonName(reason);
  const verb = latest.reason === reason ? actionVerbs[latest.action] : undefined;
  return `${people} ${verb ?? label.verb}`;
}

/** The title of the subject, with the number of a change request. */
export function subjectName({ subject: { number, title } }: Pick<Notification, 'subject'>): string {
  if (number === undefined) return title;
  return title.trim() === '' ? `Change request #${number}` : `${title} #${number}`;
}
