import type { NotificationReason } from '#api/generated/types.gen.ts';
import { type MailContent, quoteName } from '../mail-texts.ts';

/** Longer texts are read in the console. */
const MAX_QUOTE_LENGTH = 500;
const MAX_QUOTE_LINES = 12;
/** More subjects say only how many they are. */
const MAX_DIGEST_ITEMS = 50;

/** One event, as far as a mail says it. */
export interface NotifiedEvent {
  reason: NotificationReason;
  action: string;
  /** Null where the server itself acted. */
  actor: string | null;
  /** The words of a comment. */
  comment: string | null;
  /** More about it, as a sentence. */
  detail: string | null;
}

/** What a notification is about. */
export interface NotifiedSubject {
  title: string;
  number: number | null;
  spaceTitle: string | null;
  url: string;
}

interface Recipient {
  settingsUrl: string;
  unsubscribeUrl: string;
}

interface NotificationDetails extends Recipient {
  subject: NotifiedSubject;
  events: readonly NotifiedEvent[];
  /** The same for all mail about the subject; undefined where there is only one. */
  thread: string | undefined;
  listId: string;
}

interface DigestDetails extends Recipient {
  frequency: 'daily' | 'weekly';
  organization: string;
  notifications: readonly { subject: NotifiedSubject; events: readonly NotifiedEvent[] }[];
  url: string;
  listId: string;
}

/** What somebody did, by the reason why a person is told of it. */
const SENTENCES: Readonly<Record<NotificationReason, (actor: string, event: NotifiedEvent) => string>> = {
  'review-requested': (actor) => `${actor} requested your review.`,
  'team-review-requested': (actor) => `${actor} requested a review of your team.`,
  'review-again': (actor) => `${actor} edited it after your review.`,
  mention: (actor) => `${actor} mentioned you.`,
  reply: (actor) => `${actor} replied.`,
  conflict: () => 'It conflicts with its space and can’t be merged.',
  'review-submitted': (actor) => `${actor} submitted a review.`,
  comment: (actor) => `${actor} commented.`,
  'suggestion-applied': (actor) => `${actor} applied a suggestion.`,
  merged: (actor, { action }) =>
    action === 'undoMerge' ? `${actor} undid the merge.` : `${actor} merged it.`,
  archived: (actor) => `${actor} archived it.`,
  published: (actor, { action }) =>
    action === 'unpublishSite' ? `${actor} unpublished it.` : `${actor} published it.`,
  access: (actor) => `${actor} changed your access.`,
  job: () => 'Your import has ended.',
  'schedule-failed': () => 'The draft of its structure could not be applied at its time.',
  'draft-approved': (actor) => `${actor} approved the draft of its structure.`,
  'merge-failed': () => 'It could not be merged as planned.',
  reaction: (actor) => `${actor} reacted to your comment.`,
  changed: (actor) => `${actor} changed it.`,
  'certificate-ends': () => 'Its certificate ends soon.',
  'token-ends': () => 'A token ends soon.',
  'webhook-failing': () => 'This webhook was switched off.',
  'sync-failing': () => 'Its sync with the repository fails.',
  'specification-broken': () => 'This API specification can’t be read.',
  'mail-failing': () => 'The mail server rejected a mail.',
  'events-delayed': () => 'Events are behind, and with them notifications.',
};

/** Why a person gets a mail, by the most important reason. */
const BECAUSE: Readonly<Partial<Record<NotificationReason, string>>> = {
  'review-requested': 'your review was requested',
  'team-review-requested': 'a review of your team was requested',
  'review-again': 'you reviewed it before',
  mention: 'you or a team of yours was mentioned',
  reply: 'you take part in the conversation',
};

const NOT_READ = 'Replies to this mail are not read.';

/** The details of these are whole. */
const SAID_BY_DETAIL: ReadonlySet<NotificationReason> = new Set(['mail-failing']);

function sentenceOf(event: NotifiedEvent): string {
  if (event.detail !== null && SAID_BY_DETAIL.has(event.reason)) return event.detail;
  const sentence = SENTENCES[event.reason](
    event.actor === null ? 'The server' : quoteName(event.actor),
    event,
  );
  return event.detail === null ? sentence : `${sentence} ${event.detail}`;
}

/** A mention is a link (decision 281). */
const MENTION = /\[(@[^\]\n]{1,200})\]\([^)\s]{1,2000}\)/g;

/** The beginning of a comment, without characters that hide or reverse text. */
function quoteComment(text: string): string {
  const lines = text
    .replaceAll(MENTION, '$1')
    .replaceAll(/[^\P{Cc}\n]|\p{Cf}/gu, '')
    .trim()
    .split('\n');
  const excerpt = lines.slice(0, MAX_QUOTE_LINES).join('\n');
  const characters = [...excerpt];
  if (characters.length > MAX_QUOTE_LENGTH) return `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…`;
  return lines.length > MAX_QUOTE_LINES ? `${excerpt}\n…` : excerpt;
}

const nameOf = ({ title, number }: NotifiedSubject): string =>
  number === null ? quoteName(title) : `${quoteName(title)} (#${number})`;

/** About one subject. All mails of a thread have the same subject line, by which mail programs find it. */
export function notificationMail(details: NotificationDetails): MailContent {
  const { subject, events, thread, listId, settingsUrl, unsubscribeUrl } = details;
  const space = subject.spaceTitle === null ? '' : `[${quoteName(subject.spaceTitle)}] `;
  const because = BECAUSE[events[0]?.reason ?? 'changed'] ?? 'it concerns you';
  return {
    subject: `${space}${nameOf(subject)}`,
    paragraphs: [nameOf(subject)],
    items: events.map((event) => ({
      text: sentenceOf(event),
      quote: event.comment === null ? undefined : quoteComment(event.comment),
    })),
    action: { label: 'Open in Bindery', url: subject.url },
    reason: `You get this mail because ${because}. ${NOT_READ}`,
    links: footerLinks({ settingsUrl, unsubscribeUrl }),
    ...(thread !== undefined && { thread }),
    list: { id: listId, unsubscribeUrl },
  };
}

/** About all that a person has not read. */
export function digestMail(details: DigestDetails): MailContent {
  const { frequency, organization, notifications, url, listId, settingsUrl, unsubscribeUrl } = details;
  const count = notifications.length;
  const hidden = count - MAX_DIGEST_ITEMS;
  return {
    subject: `${frequency === 'daily' ? 'Daily' : 'Weekly'} summary of ${quoteName(organization)}`,
    paragraphs: [
      count === 1 ? 'You have not read 1 notification:' : `You have not read ${count} notifications:`,
    ],
    items: [
      ...notifications.slice(0, MAX_DIGEST_ITEMS).map(({ subject, events }) => ({
        text: `${nameOf(subject)}: ${describeEvents(events)}`,
        url: subject.url,
      })),
      ...(hidden > 0 ? [{ text: `And ${hidden} more.` }] : []),
    ],
    action: { label: 'Open in Bindery', url },
    reason: `You get this ${frequency} summary by your notification settings. ${NOT_READ}`,
    links: footerLinks({ settingsUrl, unsubscribeUrl }),
    list: { id: listId, unsubscribeUrl },
  };
}

function describeEvents([first, ...others]: readonly NotifiedEvent[]): string {
  if (!first) return '';
  return others.length === 0 ? sentenceOf(first) : `${sentenceOf(first)} And ${others.length} more.`;
}

const footerLinks = ({ settingsUrl, unsubscribeUrl }: Recipient) => [
  { label: 'Choose what is mailed to you', url: settingsUrl },
  { label: 'Unsubscribe', url: unsubscribeUrl },
];
