import { href, html, type Renderable } from '#server/base/markup.ts';
import type { StoredFileRef } from '#server/content/pages/storage.ts';
import type { TextSlot } from '#server/database/tables/stored-texts.ts';
import { namedIcon } from '../layout/layout-icons.ts';
import { linkMark } from '../layout/layout-parts.ts';
import { formatDay, messagesFor } from '../messages/messages.ts';
import { type LinkScope, linkUrl, markOf, parseLink } from './reader-links.ts';

/** The same for slots that show the same on a page. */
export function slotKey({ slot, value }: Pick<TextSlot, 'slot' | 'value'>): string {
  return `${slot} ${value}`;
}

/** What slots need to know of the page. */
export interface SlotContext {
  language: string;
  /** The address of the player of an embed that may be played. */
  playerOf: (address: string) => string | undefined;
  /** The address of the page, and of its feed if it has one. */
  url: string;
  feedUrl?: string | undefined;
  /** The tag whose updates are shown alone. */
  tag?: string | undefined;
}

/** What a slot of a text shows, as HTML; undefined where nothing is known. */
export function fillSlot(scope: LinkScope, slot: TextSlot, context: SlotContext): string | undefined {
  const content = contentOf(scope, slot, context);
  return content === undefined || content === false ? undefined : html`${content}`.text;
}

function contentOf(scope: LinkScope, { slot, value }: TextSlot, context: SlotContext): Renderable {
  const { language } = context;
  switch (slot) {
    case 'page':
      return pageCard(scope, value);
    case 'file':
      return fileCard(scope, value, language);
    case 'icon':
      // An icon at another host would be asked of it.
      return value.includes('://') ? '' : namedIcon(value) || '';
    case 'day':
      return formatDay(new Date(`${value}T00:00:00Z`), language);
    case 'tag':
      return tagLink(scope, value, context);
    case 'updates':
      return updatesHead(scope, context);
    case 'player':
      return playButton(context.playerOf(value), language);
    case 'expression':
      return valueOf(scope, value);
    case 'operation':
    case 'schemas':
    case 'include':
      return undefined;
  }
}

const labelOf = ({ content }: LinkScope, tag: string): string =>
  content.book?.tags?.find((one) => one.tag === tag)?.label ?? tag;

/** A tag leads to the updates that have it; the one whose updates are shown leads back. */
function tagLink(scope: LinkScope, tag: string, { url, tag: current }: SlotContext): Renderable {
  const label = labelOf(scope, tag);
  if (tag === current) return html`<a${href(url)} aria-current="true">${label}</a>`;
  return html`<a${href(`${url}?tag=${encodeURIComponent(tag)}`)}>${label}</a>`;
}

/** The feed of the page's updates, and the way back from those of one tag. */
function updatesHead(scope: LinkScope, { url, feedUrl, tag, language }: SlotContext): Renderable {
  if (feedUrl === undefined && tag === undefined) return undefined;
  const messages = messagesFor(language);
  return html`<p class="feed">
    ${tag !== undefined && html`${labelOf(scope, tag)} <a${href(url)}>${messages.allUpdates}</a>`}
    ${feedUrl !== undefined && html`<a${href(feedUrl)} type="application/atom+xml">${messages.feed}</a>`}
  </p>`;
}

/** The script of the page shows the button; without it the card leads to the host. */
function playButton(player: string | undefined, language: string): Renderable {
  if (player === undefined) return undefined;
  const { play } = messagesFor(language);
  const host = new URL(player).hostname.replace(/^www\./, '');
  return html`<button class="play" type="button" hidden data-player="${player}" aria-label="${play}: ${host}">
    ${play}
  </button>`;
}

/** Icon, title and description of a page that the visitor may open. */
function pageCard(scope: LinkScope, href: string): Renderable {
  const { content } = scope;
  if (linkUrl(scope, href) === undefined) return undefined;
  const link = parseLink(scope, href);
  if (link.kind !== 'page' && link.kind !== 'path') return undefined;
  const target = link.kind === 'page' ? content.byId.get(link.pageId) : content.byPath.get(link.path);
  if (!target) return undefined;
  const { title, description = '' } = target.page;
  const mark = linkMark(markOf(target.page));
  return html`${mark}<strong>${title}</strong>${description !== '' && html` <small>${description}</small>`}`;
}

function fileCard(scope: LinkScope, href: string, language: string): Renderable {
  const link = parseLink(scope, href);
  const file = link.kind === 'file' ? scope.content.files.get(link.fileId) : undefined;
  return file && html`<strong>${file.name}</strong> <small>${describeFile(file, language)}</small>`;
}

/** "PDF · 1.2 MB". */
function describeFile({ name, size }: StoredFileRef, language: string): string {
  const [, suffix = ''] = /\.([a-z\d]{1,8})$/i.exec(name) ?? [];
  return [suffix.toUpperCase(), formatSize(size, language)].filter((part) => part !== '').join(' · ');
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function formatSize(bytes: number, language: string): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1000)));
  const options = { style: 'unit', unit: UNITS[step] ?? 'byte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(bytes / 1000 ** step);
}

/** The value of a variable of the space or the page. */
function valueOf({ content, page }: LinkScope, expression: string): string | undefined {
  const [, owner, dotted, quoted = dotted] =
    /^\s*(space|page)\.vars(?:\.([\w$-]+)|\[\s*["']([^"']+)["']\s*\])\s*$/.exec(expression) ?? [];
  const vars = owner === 'space' ? content.book?.vars : owner === 'page' ? page.vars : undefined;
  return vars && quoted !== undefined && Object.hasOwn(vars, quoted) ? vars[quoted] : undefined;
}
