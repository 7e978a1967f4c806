/** What several parts of the layout share. */
import { icon } from './layout-icons.ts';
import { attribute, html, isLinkTarget, type Markup, type Renderable } from './markup.ts';
import type { Messages } from './messages/messages.ts';
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

/** A title with its emoji, which is not read out. */
export function linkContent({ emoji, title }: Pick<ReaderLink, 'emoji' | 'title'>): Renderable {
  if (emoji === undefined || emoji === '') return title;
  return html`<span class="emoji" aria-hidden="true">${emoji}</span> ${title}`;
}

/** The form that searches without script too. A page has one. */
export function searchForm(url: string, label: string, query = ''): Markup {
  return html`<form
    class="search"
    role="search"
    aria-label="${label}"
    ${attribute('action', isLinkTarget(url) && url)}
  >
    ${icon('search')}
    <label class="hidden" for="q">${label}</label>
    <input
      id="q"
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
