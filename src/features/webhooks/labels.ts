import type {
  Webhook,
  WebhookDelivery,
  WebhookDisabledReason,
  WebhookEventKind,
  WebhookFormat,
} from '#api/generated/types.gen.ts';
import type { Tone } from '#src/ui/badge.tsx';

export const formatLabels: Record<WebhookFormat, string> = {
  standard: 'HTTP endpoint',
  slack: 'Slack',
  mattermost: 'Mattermost',
  teams: 'Microsoft Teams',
};

/** Where the address of each format comes from. */
export const addressHints: Record<WebhookFormat, string> = {
  standard: 'Gets signed requests after Standard Webhooks.',
  slack: 'The URL of an incoming webhook in Slack.',
  mattermost: 'The URL of an incoming webhook in Mattermost.',
  teams: 'The URL of the workflow “When a Teams webhook request is received”.',
};

export const isChat = (format: WebhookFormat): boolean => format !== 'standard';

type SelectableKind = Exclude<WebhookEventKind, '*' | 'webhook.test'>;

/** Kinds that can be selected, by what they are about. */
export const kindGroups: readonly {
  label: string;
  kinds: Readonly<Partial<Record<SelectableKind, string>>>;
}[] = [
  {
    label: 'Change requests',
    kinds: {
      'change_request.created': 'Opened',
      'change_request.updated': 'Updated',
      'change_request.edited': 'Pages edited',
      'change_request.merged': 'Merged',
      'change_request.merge_undone': 'Merge undone',
      'suggestion.applied': 'Suggestions applied',
    },
  },
  {
    label: 'Reviews',
    kinds: {
      'review.requested': 'Requested',
      'review.request_removed': 'Request removed',
      'review.submitted': 'Submitted',
    },
  },
  {
    label: 'Comments',
    kinds: { 'comment.created': 'Created', 'comment.updated': 'Updated', 'comment.deleted': 'Deleted' },
  },
  {
    label: 'Spaces',
    kinds: {
      'space.created': 'Created',
      'space.updated': 'Settings changed',
      'space.moved': 'Moved',
      'space.deleted': 'Deleted',
      'space.restored': 'Restored',
      'space.content_changed': 'Pages changed',
      'space.access_changed': 'Access changed',
      'content.imported': 'Content imported',
    },
  },
  {
    label: 'Sites',
    kinds: {
      'site.created': 'Created',
      'site.updated': 'Settings changed',
      'site.deleted': 'Deleted',
      'site.published': 'Published',
      'site.unpublished': 'Unpublished',
      'site.structure_changed': 'Structure changed',
    },
  },
  {
    label: 'Collections',
    kinds: {
      'collection.created': 'Created',
      'collection.updated': 'Settings changed',
      'collection.moved': 'Moved',
      'collection.deleted': 'Deleted',
      'collection.access_changed': 'Access changed',
    },
  },
  {
    label: 'Members',
    kinds: { 'member.added': 'Added', 'member.updated': 'Changed', 'member.removed': 'Removed' },
  },
  {
    label: 'Invite links',
    kinds: { 'invite.created': 'Created', 'invite.updated': 'Changed', 'invite.deleted': 'Deleted' },
  },
  {
    label: 'Teams',
    kinds: { 'team.created': 'Created', 'team.updated': 'Changed', 'team.deleted': 'Deleted' },
  },
  {
    label: 'API specifications',
    kinds: {
      'specification.created': 'Added',
      'specification.updated': 'Updated',
      'specification.deleted': 'Deleted',
    },
  },
  {
    label: 'Translations',
    kinds: {
      'translation.created': 'Created',
      'translation.updated': 'Changed',
      'translation.deleted': 'Deleted',
    },
  },
  {
    label: 'Custom fields',
    kinds: {
      'custom_field.created': 'Created',
      'custom_field.updated': 'Changed',
      'custom_field.deleted': 'Deleted',
    },
  },
  { label: 'Organization', kinds: { 'organization.updated': 'Settings changed' } },
];

/** The kinds of a group, as they are sent. */
export const kindsOf = ({ kinds }: (typeof kindGroups)[number]): SelectableKind[] =>
  // The keys are those of the type.
  Object.keys(kinds) as SelectableKind[];

const kindLabels: ReadonlyMap<string, string> = new Map(
  kindGroups.flatMap((group) =>
    kindsOf(group).map((kind) => [kind, `${group.label}: ${group.kinds[kind]?.toLowerCase()}`] as const),
  ),
);

/** A kind in words: "Change requests: merged". Kinds of later servers keep their name. */
export function kindLabel(kind: WebhookEventKind): string {
  if (kind === '*') return 'All events';
  return kind === 'webhook.test' ? 'Test event' : (kindLabels.get(kind) ?? kind);
}

/** The kinds that a webhook gets, for one line. */
export function describeKinds({ events }: Pick<Webhook, 'events'>): string {
  const [first] = events;
  if (first === undefined || events.includes('*')) return 'All events';
  return events.length === 1 ? kindLabel(first) : `${events.length} kinds of events`;
}

export const webhookName = ({ title, host }: Pick<Webhook, 'title' | 'host'>): string => title ?? host;

export const disabledReasons: Record<WebhookDisabledReason, string> = {
  administrator: 'An administrator disabled it.',
  gone: 'The receiver answered that it is gone (410).',
  failing: 'Every attempt failed for five days.',
  secret: 'The server lost its secret.',
};

/** The state of a webhook in one word. */
export function webhookState({ enabled, failingSince }: Webhook): { label: string; tone: Tone } {
  if (!enabled) return { label: 'Disabled', tone: 'neutral' };
  return failingSince === undefined
    ? { label: 'Enabled', tone: 'success' }
    : { label: 'Failing', tone: 'danger' };
}

export const deliveryStates: Record<WebhookDelivery['state'], { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
};

/** What the receiver answered, for one line. */
export function describeAnswer({ answer }: Pick<WebhookDelivery, 'answer'>): string {
  if (!answer) return '';
  return answer.status === undefined ? (answer.error ?? 'No answer') : `HTTP ${answer.status}`;
}
