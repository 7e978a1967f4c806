import type { WebhookFormat } from '#api/generated/types.gen.ts';
import type { ChatPart } from './chat-texts.ts';

export type ChatFormat = Exclude<WebhookFormat, 'standard'>;

/** A message of a chat. */
export interface ChatMessage {
  parts: readonly ChatPart[];
  /** The screen that it is about. */
  url: string;
}

const LINK_LABEL = 'Open in Bindery';
/** Has no width, and separates what a chat would read as one word, such as `@all`. */
const SEPARATOR = '\u200b';

/** The body of the request that posts a message. */
export function formatChatMessage(format: ChatFormat, message: ChatMessage): string {
  return JSON.stringify(BODIES[format](message));
}

/** What people read: without marks of any chat. */
export function plainText({ parts }: Pick<ChatMessage, 'parts'>): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join('');
}

const BODIES: Readonly<Record<ChatFormat, (message: ChatMessage) => unknown>> = {
  slack: toSlack,
  mattermost: toMattermost,
  teams: toTeams,
};

/** A plain text, in which Slack reads no marks of its own, and a line with the link. The first text is for notifications. */
function toSlack({ parts, url }: ChatMessage) {
  const text = escapeNames(parts, escapeSlack);
  return {
    text,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'section', text: { type: 'plain_text', text, emoji: false } },
      {
        type: 'context',
        elements: [{ type: 'mrkdwn', text: `<${escapeSlack(url)}|${LINK_LABEL}>`, verbatim: true }],
      },
    ],
  };
}

function toMattermost({ parts, url }: ChatMessage) {
  return { text: `${escapeNames(parts, escapeMattermost)} [${LINK_LABEL}](${url})` };
}

/** A rich text block: unlike text blocks of cards, it reads no Markdown. */
function toTeams({ parts, url }: ChatMessage) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: plainText({ parts }) }] }],
          actions: [{ type: 'Action.OpenUrl', title: LINK_LABEL, url }],
        },
      },
    ],
  };
}

function escapeNames(parts: readonly ChatPart[], escape: (name: string) => string): string {
  return parts.map((part) => (typeof part === 'string' ? part : escape(part.name))).join('');
}

/** Mentions of Slack are in angle brackets; older kinds of its addresses also read `@channel`. */
function escapeSlack(name: string): string {
  return name
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', `@${SEPARATOR}`);
}

/** Marks of Markdown get a backslash. Mentions, emojis, formulas and addresses have none, so they are separated. */
function escapeMattermost(name: string): string {
  return name.replaceAll(/[\\`*_{}[\]()#+\-.!|~>]/g, '\\$&').replaceAll(/[@:$<]/g, `$&${SEPARATOR}`);
}
