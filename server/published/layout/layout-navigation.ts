import { attribute, href, html, type Markup, type Renderable } from '#server/base/markup.ts';
import type { Messages } from '../messages/en.ts';
import { fillIn, messagesFor } from '../messages/messages.ts';
/** Ways through the pages: tree, breadcrumbs, contents of the page, previous and next page. */
import { isWithout, type LayoutContext, linkContent } from './layout-parts.ts';
import type { ReaderHeading, ReaderPage, ReaderTreeItem, ReaderView } from './reader-view.ts';

/** The page tree. */
export function layoutTree({ view, messages }: LayoutContext): Renderable {
  if (view.tree.length === 0 || isWithout(view, 'tableOfContents')) return false;
  return html`<nav class="tree" aria-label="${messages.pages}" ${attribute('data-whole', view.treeUrl)}>
    ${treeList(view.tree, messages)}
  </nav>`;
}

/** The whole tree of a space alone, for branches that a page leaves out. */
export function renderWholeTree(items: ReaderTreeItem[], language: string): string {
  return treeList(items, messagesFor(language)).text;
}

function treeList(items: ReaderTreeItem[], messages: Messages): Markup {
  return html`<ul>
    ${items.map((item) => treeItem(item, messages))}
  </ul>`;
}

/** Groups fold by their heading, and are open at first; below pages, a button beside the link opens the entries. */
function treeItem(item: ReaderTreeItem, messages: Messages): Markup {
  const { title, url, items, isCurrent, isOpen, isExternal, isChanged, isLeftOut, branch } = item;
  const start = attribute('data-branch', (items.length > 0 || isLeftOut === true) && branch);
  if (url === undefined) {
    return html`<li class="group" ${start}>
      <details open>
        <summary>${linkContent(item)}</summary>
        ${items.length > 0 && treeList(items, messages)}
      </details>
    </li>`;
  }
  const link = html`<a${href(url)}${attribute('aria-current', isCurrent === true && 'page')}${attribute(
    'class',
    isExternal === true && 'external',
  )}${attribute('rel', isExternal === true && 'noopener')}
    >${linkContent(item)}${isChanged === true && html` <mark>${messages.changed}</mark>`}</a
  >`;
  if (items.length === 0 && isLeftOut !== true) return html`<li>${link}</li>`;
  // Without the script, the link alone opens a branch that is left out.
  const state = isLeftOut === true ? 'hidden' : 'open';
  return html`<li${start}>
    ${link}
    <details${attribute(state, isLeftOut === true || isOpen === true || isCurrent === true)}>
      <summary><span class="hidden">${fillIn(messages.subpages, { title })}</span></summary>
      ${items.length > 0 && treeList(items, messages)}
    </details>
  </li>`;
}

/** Links from the site to the parent of the page. */
export function layoutBreadcrumbs({ view, messages }: LayoutContext): Renderable {
  if (view.breadcrumbs.length === 0) return false;
  return html`<nav class="breadcrumbs" aria-label="${messages.breadcrumbs}">
    <ol>
      ${view.breadcrumbs.map((link) => html`<li><a${href(link.url)}>${linkContent(link)}</a></li>`)}
    </ol>
  </nav>`;
}

/** A heading with those below it. */
interface ContentsEntry extends ReaderHeading {
  below: ReaderHeading[];
}

/** The headings of levels 2 and 3 that the contents of a page show; one alone is no contents. */
function contentsOf(view: ReaderView): ContentsEntry[] {
  const { main } = view;
  if (main.kind !== 'page' || isWithout(view, 'outline')) return [];
  const headings = main.page.headings.filter(({ level }) => level === 2 || level === 3);
  if (headings.length < 2) return [];
  const entries: ContentsEntry[] = [];
  for (const heading of headings) {
    const parent = entries.at(-1);
    if (heading.level === 3 && parent?.level === 2) parent.below.push(heading);
    else entries.push({ ...heading, below: [] });
  }
  return entries;
}

/** The method of an operation. */
function methodBadge(method: string): Markup {
  return html`<span class="method ${method}" lang="en" dir="ltr">${method.toUpperCase()}</span> `;
}

function contentsList(entries: ContentsEntry[]): Markup {
  const link = ({ anchor, title, method }: ReaderHeading) =>
    html`<a href="#${anchor}">${method !== undefined && methodBadge(method)}${title}</a>`;
  return html`<ul>
    ${entries.map(
      (entry) =>
        html`<li>
          ${link(entry)}${
            entry.below.length > 0 &&
            html`<ul>
              ${entry.below.map((heading) => html`<li>${link(heading)}</li>`)}
            </ul>`
          }
        </li>`,
    )}
  </ul>`;
}

/** The links to the headings of a page; undefined where it has no contents. */
export function layoutHeadings(view: ReaderView): Markup | undefined {
  const entries = contentsOf(view);
  return entries.length === 0 ? undefined : contentsList(entries);
}

/** The contents beside a wide page. */
export function layoutContents({ contents, messages }: LayoutContext): Renderable {
  if (!contents) return false;
  return html`<nav class="contents" aria-labelledby="~contents">
    <p id="~contents">${messages.onThisPage}</p>
    ${contents}
  </nav>`;
}

/** The same contents, closed above the text of a narrow page. Written twice: compressed, a repetition is a few bytes. */
export function layoutClosedContents({ contents, messages }: LayoutContext): Renderable {
  if (!contents) return false;
  return html`<details class="closed-contents">
    <summary>${messages.onThisPage}</summary>
    <nav aria-label="${messages.onThisPage}">${contents}</nav>
  </details>`;
}

/** Links to the neighbors of a page. */
export function layoutPagination(page: ReaderPage, messages: Messages): Renderable {
  const { previous, next } = page;
  if (page.without.has('pagination') || (previous === undefined && next === undefined)) return false;
  return html`<nav class="pagination" aria-label="${messages.previousAndNext}">
    ${
      previous !== undefined &&
      html`<a class="previous" rel="prev" ${href(previous.url)}
        ><span>${messages.previous}</span> ${linkContent(previous)}</a
      >`
    }
    ${
      next !== undefined &&
      html`<a class="next" rel="next" ${href(next.url)}
        ><span>${messages.next}</span> ${linkContent(next)}</a
      >`
    }
  </nav>`;
}
