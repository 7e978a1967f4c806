import { html, type Renderable } from '#server/base/markup.ts';
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

/** What a slot of a text shows, as HTML; undefined where nothing is known. */
export function fillSlot(
  scope: LinkScope,
  slot: TextSlot,
  context: { language: string; playerOf: (address: string) => string | undefined },
): string | undefined {
  const content =
    slot.slot === 'player'
      ? playButton(context.playerOf(slot.value), context.language)
      : contentOf(scope, slot, context.language);
  return content === undefined || content === false ? undefined : html`${content}`.text;
}

function contentOf(scope: LinkScope, { slot, value }: TextSlot, language: string): Renderable {
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
      return scope.content.book?.tags?.find(({ tag }) => tag === value)?.label;
    case 'expression':
      return valueOf(scope, value);
    case 'operation':
    case 'schemas':
    case 'player':
    case 'include':
      return undefined;
  }
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
