import { attribute, href, html, Markup, src, type Renderable } from '#server/base/markup.ts';
import type { Messages } from '../messages/en.ts';
import { describeCount, fillIn, formatDay } from '../messages/messages.ts';
/** The main part of a page: its text, search results, and the reasons why there is none. */
import { layoutFeedback } from './layout-feedback.ts';
import { icon } from './layout-icons.ts';
import { layoutBreadcrumbs, layoutClosedContents, layoutPagination } from './layout-navigation.ts';
import { type LayoutContext, linkContent, searchForm } from './layout-parts.ts';
import type {
  ReaderCover,
  ReaderLink,
  ReaderPage,
  ReaderPreviewNotice,
  ReaderSearchResults,
} from './reader-view.ts';

/** Title and explanation of each reason to refuse a visitor. */
const refusals = {
  'wrong-token': ['wrongToken', 'wrongTokenText'],
  'sign-in-needed': ['signInNeeded', 'signInNeededText'],
  'no-sign-in-address': ['noSignIn', 'noSignInText'],
} as const satisfies Record<string, [keyof Messages, keyof Messages]>;

/** The heading of the page, which is also the first part of the document's title. */
export function mainTitle({ view: { main }, messages }: LayoutContext): string {
  switch (main.kind) {
    case 'page':
      return main.page.title;
    case 'search':
      return main.search.query === ''
        ? messages.search
        : fillIn(messages.searchFor, { query: main.search.query });
    case 'not-found':
      return messages.notFound;
    case 'refused':
      return messages[refusals[main.reason][0]];
    case 'empty':
      return messages.empty;
  }
}

/** The main part of a page. */
export function layoutMain(context: LayoutContext): Renderable {
  const { view, messages } = context;
  const { main } = view;
  switch (main.kind) {
    case 'page':
      return layoutPage(context, main.page);
    case 'search':
      return layoutSearch(context, main.search);
    case 'not-found':
      return layoutNotFound(context, main);
    case 'refused':
      return layoutMessage(context, messages[refusals[main.reason][1]]);
    case 'empty':
      return layoutMessage(context, messages.emptyText);
  }
}

function layoutMessage(context: LayoutContext, text: string, more: Renderable = false): Markup {
  return html`<div class="message">
    <h1>${mainTitle(context)}</h1>
    <p>${text}</p>
    ${more}
  </div>`;
}

function layoutPage(context: LayoutContext, page: ReaderPage): Renderable {
  const { messages } = context;
  const isDescribed = page.description !== undefined && !page.without.has('description');
  return html`${layoutBreadcrumbs(context)}
    ${page.cover !== undefined && !page.without.has('cover') && layoutCover(page.cover)}
    <article>
      <div class="head">
        ${layoutTitle(page)} ${isDescribed && html`<p class="description">${page.description}</p>`}
      </div>
      ${layoutClosedContents(context)}
      <div class="text" dir="auto">${new Markup(page.html)}</div>
    </article>
    ${page.cards !== undefined && layoutCards(page.cards, messages)} ${layoutFeedback(context)}
    ${layoutPageFacts(context, page)} ${layoutPagination(page, messages)}`;
}

/** The title, as the heading of the text if it has one for it. */
function layoutTitle(page: ReaderPage): Markup {
  const { heading } = page;
  const hidden = attribute('class', page.without.has('title') && 'hidden');
  if (!heading) return html`<h1${hidden}>${linkContent(page)}</h1>`;
  const mark = linkContent({ ...page, title: '' });
  return html`<h1${attribute('id', heading.anchor)}${hidden}>${mark}${new Markup(heading.html)}</h1>`;
}

/** The ways from a page that says little to what is below it. */
function layoutCards(cards: ReaderLink[], messages: Messages): Markup {
  return html`<nav class="cards" aria-label="${messages.overview}">
    ${cards.map(
      (card) =>
        html`<a${href(card.url)}>${linkContent(card)}${
          card.description !== undefined && html` <small>${card.description}</small>`
        }</a>`,
    )}
  </nav>`;
}

/** A decoration: it is not read out. */
function layoutCover({ url, width, height, size }: ReaderCover): Markup {
  return html`<img
    class="cover ${size}"
    alt=""
    ${src(url)}${attribute('width', width)}${attribute('height', height)}
  />`;
}

/** Date of the last change, and what can be done with the page. */
function layoutPageFacts({ view, messages }: LayoutContext, page: ReaderPage): Renderable {
  const { updatedAt, markdownUrl, specificationUrl } = page;
  const proposeUrl = view.member?.proposeUrl;
  if (updatedAt === undefined && proposeUrl === undefined && markdownUrl === undefined) return false;
  const [before = '', after = ''] = messages.updated.split('{date}');
  return html`<div class="facts">
    ${
      updatedAt !== undefined &&
      html`<p>
        ${before}<time datetime="${updatedAt.toISOString().slice(0, 10)}"
          >${formatDay(updatedAt, view.language)}</time
        >${after}
      </p>`
    }
    ${proposeUrl !== undefined && html`<a${href(proposeUrl)} data-proposes>${icon('edit')} ${messages.proposeChange}</a>`}
    ${markdownUrl !== undefined && html`<a${href(markdownUrl)}>${icon('markdown')} ${messages.markdown}</a>`}
    ${specificationUrl !== undefined && html`<a${href(specificationUrl)} download>${icon('markdown')} ${messages.downloadSpecification}</a>`}
  </div>`;
}

function layoutSearch(context: LayoutContext, search: ReaderSearchResults): Markup {
  const { view, messages } = context;
  const { query, results, hasMore } = search;
  const resultLine =
    results.length > 0
      ? describeCount(messages.resultCount, results.length, view.language)
      : messages.noResults;
  return html`<div class="results">
    <h1>${mainTitle(context)}</h1>
    ${view.searchUrl !== undefined && searchForm(view.searchUrl, messages.search, { query })}
    <p class="count">${query === '' ? messages.searchHint : resultLine}</p>
    ${
      results.length > 0 &&
      html`<ol>
        ${results.map(layoutResult)}
      </ol>`
    }
    ${hasMore && html`<p class="count">${messages.moreResults}</p>`}
  </div>`;
}

function layoutResult(result: ReaderSearchResults['results'][number]): Markup {
  const { url, path, excerpt } = result;
  return html`<li>
    <a${href(url)}>${linkContent(result)}</a>
    ${path.length > 0 && html`<p class="path">${path.join(' › ')}</p>`}
    <p>${excerpt.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text))}</p>
  </li>`;
}

function layoutNotFound(
  context: LayoutContext,
  { suggestions, mayBeHidden }: { suggestions: ReaderLink[]; mayBeHidden: boolean },
): Markup {
  const { view, messages } = context;
  const more = html`${mayBeHidden && html`<p>${messages.notFoundHidden}</p>`}
  ${view.searchUrl !== undefined && searchForm(view.searchUrl, messages.search, { id: '~q2' })}
  ${
    suggestions.length > 0 &&
    html`<h2>${messages.suggestions}</h2>
      <ul>
        ${suggestions.map((link) => html`<li><a${href(link.url)}>${linkContent(link)}</a></li>`)}
      </ul>`
  }
  ${view.site.title !== '' && html`<p><a${href(view.site.url)}>${messages.firstPage}</a></p>`}`;
  return layoutMessage(context, messages.notFoundText, more);
}

/** The notices for visitors above the text. */
export function layoutNotice({ view, messages }: LayoutContext): Renderable {
  const { notice } = view;
  switch (notice?.kind) {
    case undefined:
      return false;
    case 'page-not-in-variant':
      return noticeOf(messages, messages.pageNotInVariant);
    case 'other-variant':
      return noticeOf(
        messages,
        html`${fillIn(messages.otherVariant, { variant: notice.title })}
          <a${href(notice.latest.url)}>${messages.readLatest}</a>`,
      );
    case 'preview':
      return noticeOf(messages, previewNotice(notice, messages, view.language));
  }
}

function previewNotice(
  { of: previewed, backUrl, changedPages, changedCount }: ReaderPreviewNotice,
  messages: Messages,
  language: string,
): Markup {
  const isRevision = 'createdAt' in previewed;
  const about = isRevision
    ? fillIn(messages.previewRevision, { date: formatDay(previewed.createdAt, language) })
    : fillIn(messages.preview, { title: 'branch' in previewed ? previewed.branch : previewed.title });
  // The others are compared with the space as it is now.
  const counted = 'title' in previewed ? messages.changedPages : messages.differentPages;
  return html`${about} <a${href(backUrl)}>${isRevision ? messages.backToHistory : messages.backToReview}</a>
    ${
      changedCount > 0 &&
      html`<details>
        <summary>${describeCount(counted, changedCount, language)}</summary>
        <ul>
          ${changedPages.map((link) => html`<li><a${href(link.url)}>${linkContent(link)}</a></li>`)}
        </ul>
      </details>`
    }`;
}

function noticeOf(messages: Messages, content: Renderable): Markup {
  return html`<div class="notice" role="note" aria-label="${messages.notice}">${content}</div>`;
}
