import type { NotificationDeliveries, NotificationDelivery } from '#api/generated/types.gen.ts';

export type ReasonGroup = keyof NotificationDeliveries;

export const deliveryLabels: Readonly<Record<NotificationDelivery, string>> = {
  app: 'Here',
  mail: 'Here and mail',
  daily: 'Here, daily summary',
  weekly: 'Here, weekly summary',
  off: 'Off',
};

interface GroupLabel {
  name: string;
  explanation: string;
}

/** The groups of reasons, in the order of the form. */
export const groupLabels: Readonly<Record<ReasonGroup, GroupLabel>> = {
  requests: {
    name: 'Review requests',
    explanation: 'Your review is requested, or a change request changed after it.',
  },
  mentions: { name: 'Mentions and replies', explanation: 'Someone mentions you or replies to you.' },
  conflicts: { name: 'Conflicts', explanation: 'Your change request can’t be merged any more.' },
  reviews: {
    name: 'Results',
    explanation: 'Reviews, applied suggestions, merges and archiving of what you take part in.',
  },
  comments: { name: 'Comments', explanation: 'New comments where you take part.' },
  sites: { name: 'Sites', explanation: 'A site that you follow is published or unpublished.' },
  access: { name: 'Access', explanation: 'You get access, another role or a team.' },
  jobs: { name: 'Imports', explanation: 'An import that you started ends.' },
  reactions: { name: 'Reactions', explanation: 'Someone reacts to your comment.' },
  followed: { name: 'Followed items', explanation: 'Changes to what you follow.' },
  administration: {
    name: 'Administration',
    explanation: 'Ending certificates and tokens, failing webhooks, specifications and mail.',
  },
};

// The keys are those of the type.
export const groups = Object.keys(groupLabels) as ReasonGroup[];
