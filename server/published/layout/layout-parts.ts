import { attribute, html, isLinkTarget, type Markup, type Renderable } from '#server/base/markup.ts';
import type { Messages } from '../messages/en.ts';
/** The shared parts of the layout. */
import { icon, namedIcon } from './layout-icons.ts';
import type { ReaderLink, ReaderPage, ReaderView } from './reader-view.ts';

/** A view with the texts of its language. */
export interface LayoutContext {
  view: ReaderView;
  messages: Messages;
  /** The contents of the page, which it has twice; undefined without headings. */
  contents?: Markup;
}

/** Whether the page's author has switched a part off. */
export function isWithout({ main }: ReaderView, part: Parameters<ReaderPage['without']['has']>[0]): boolean {
  return main.kind === 'page' && main.page.without.has(part);
}

/** A title with its emoji or icon, which is not read out. */
export function linkContent({
  emoji,
  icon: iconName,
  title,
}: Pick<ReaderLink, 'emoji' | 'icon' | 'title'>): Renderable {
  const mark = linkMark({ emoji, icon: iconName });
  return mark === false ? title : html`${mark} ${title}`;
}

/** An emoji or icon; `false` for none, and for an icon without a drawing. */
export function linkMark({ emoji = '', icon: iconName }: Pick<ReaderLink, 'emoji' | 'icon'>): Renderable {
  if (emoji !== '') return html`<span class="emoji" aria-hidden="true">${emoji}</span>`;
  return namedIcon(iconName);
}

/** The form that searches without script too. A page has it in the header, or in its text, or in both. */
export function searchForm(url: string, label: string, { query = '', id = '~q' } = {}): Markup {
  return html`<form
    class="search"
    role="search"
    aria-label="${label}"
    ${attribute('action', isLinkTarget(url) && url)}
  >
    ${icon('search')}
    <label class="hidden" for="${id}">${label}</label>
    <input
      id="${id}"
      type="search"
      name="q"
      value="${query}"
      placeholder="${label}"
      maxlength="200"
      autocomplete="off"
      enterkeyhint="search"
    />
    <kbd aria-hidden="true">/</kbd>
  </form>`;
}
