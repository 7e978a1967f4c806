import { createDocument } from '@mixmark-io/domino';
import { isHintType } from './conversions/hint.ts';

/** The part of an HTML page that is its text, with marks for what Markdown has blocks for. */
export interface HtmlContent {
  root: Element;
  /** From the first heading of the first level, else from the `title` element without the name of the site. */
  title: string;
  base: string | undefined;
  /** The targets of all links of the page, those of its navigation too. */
  hrefs: string[];
}

/** Marks that the pass over a page leaves for the conversion. */
export const MARKS = {
  hint: 'data-import-hint',
  title: 'data-import-title',
  tabs: 'data-import-tabs',
  tab: 'data-import-tab',
  expand: 'data-import-expand',
  bold: 'data-import-bold',
  italic: 'data-import-italic',
} as const;

/** An attack has more. */
const MAX_TABS = 500;
const MAX_HREFS = 5000;

/** The text of a page, from the most certain to the least. */
const MAIN: readonly RegExp[] = [
  /(?:^|\s)(?:md-content__inner|theme-doc-markdown|sl-markdown-content|vp-doc|markdown-body|page-body|rst-content|mdx-content|wiki-content)(?:\s|$)/,
];
const MAIN_IDS = new Set(['main-content', 'content-area', 'book-content']);

/** Classes of elements beside the text: paths, tables of contents, links to edit, line numbers. */
const BESIDE =
  /(?:^|\s)(?:breadcrumbs?|theme-doc-breadcrumbs|theme-doc-toc-\w+|table-of-contents|tableOfContents_\w+|tocCollapsible_\w+|pagination-nav|theme-edit-this-page|theme-doc-footer|theme-doc-version-b\w+|theme-last-updated|md-content__button|md-source-file|hash-link|headerlink|header-anchor|heading-anchor|anchor-link|sl-anchor-link|copy-button|sr-only|visually-hidden|right-sidebar-container|page-metadata|breadcrumb-section|lineno|linenos|line-numbers?|hljs-ln-numbers|gutter|rouge-gutter|lntd-numbers|line-numbers-wrapper|linenodiv)(?:\s|$)/;
const BESIDE_IDS = new Set(['breadcrumb-section', 'footer', 'toc', 'table-of-contents', 'navbar', 'sidebar']);

/** Parses a page and finds its text. */
export function findHtmlContent(html: string): HtmlContent {
  const document = createDocument(html);
  const pass = new ContentPass();
  for (
    let node: Node | null = document.documentElement;
    node;
    node = nextNode(node, document.documentElement)
  )
    if (isElement(node)) pass.visit(node);
  pass.finish();
  const base = document.querySelector('base')?.getAttribute('href') ?? undefined;
  const root = pass.main ?? document.body;
  const title = pass.heading === '' ? withoutSite(oneLine(document.title), pass.siteName) : pass.heading;
  return { root, title, base, hrefs: pass.hrefs };
}

/** The next node of a tree in the order of the text, without recursion. */
function nextNode(from: Node, root: Node): Node | null {
  if (from.firstChild) return from.firstChild;
  for (let node: Node | null = from; node && node !== root; node = node.parentNode)
    if (node.nextSibling) return node.nextSibling;
  return null;
}

const ELEMENT_NAME = /^[a-z][a-z\d-]*$/i;

/** Puts the content of an element in its place. */
function unwrap(element: Element): void {
  while (element.firstChild) element.parentNode?.insertBefore(element.firstChild, element);
  element.parentNode?.removeChild(element);
}

class ContentPass {
  readonly hrefs: string[] = [];
  heading = '';
  siteName = '';
  #ranked: Element | undefined;
  #articles: Element[] = [];
  #mainElement: Element | undefined;
  readonly #removed: Element[] = [];
  /** Elements whose names only a parser makes, as of `<host:port>` and `<a,b>`: nothing can copy them. */
  readonly #unnamed: Element[] = [];
  #tabLists = 0;
  #styles: { bold: Set<string>; italic: Set<string> } = { bold: new Set(), italic: new Set() };

  get main(): Element | undefined {
    const candidates = [
      this.#ranked,
      this.#articles.length === 1 ? this.#articles[0] : undefined,
      this.#mainElement,
    ];
    return candidates.find((element) => (element?.textContent ?? '').trim() !== '');
  }

  visit(element: Element): void {
    const name = element.localName;
    if (!ELEMENT_NAME.test(name)) {
      this.#unnamed.push(element);
      return;
    }
    const classes = element.getAttribute('class') ?? '';
    const id = element.getAttribute('id') ?? '';
    const role = element.getAttribute('role');
    const href = name === 'a' ? element.getAttribute('href') : null;
    if (href !== null && this.hrefs.length < MAX_HREFS) this.hrefs.push(href);
    if (name === 'style') this.#readStyles(element.textContent ?? '');
    if (name === 'meta' && element.getAttribute('property') === 'og:site_name')
      this.siteName = element.getAttribute('content') ?? '';
    if (name === 'h1' && this.heading === '') this.heading = oneLine(headingText(element));
    if (!this.#ranked && (MAIN.some((pattern) => pattern.test(classes)) || MAIN_IDS.has(id)))
      this.#ranked = element;
    if (name === 'article') this.#articles.push(element);
    if (name === 'main' || role === 'main') this.#mainElement ??= element;
    if (BESIDE.test(classes) || BESIDE_IDS.has(id)) this.#removed.push(element);
    if (classes !== '') this.#markStyles(element, classes);
    this.#markHint(element, name, classes);
    if (role === 'tablist' || /(?:^|\s)(?:tabbed-labels|tabs)(?:\s|$)/.test(classes))
      this.#markTabs(element, classes);
    if (/(?:^|\s)expand-container(?:\s|$)/.test(classes)) this.#markExpand(element);
  }

  finish(): void {
    for (const element of this.#removed)
      if (element !== this.#ranked) element.parentNode?.removeChild(element);
    for (const element of this.#unnamed) unwrap(element);
  }

  /** Google Docs says by classes what is bold. */
  #readStyles(css: string): void {
    for (const [, name = '', body = ''] of css.matchAll(/\.(c\d+)\{([^{}]*)\}/g)) {
      if (/font-weight:\s*(?:700|bold)/.test(body)) this.#styles.bold.add(name);
      if (/font-style:\s*italic/.test(body)) this.#styles.italic.add(name);
    }
  }

  #markStyles(element: Element, classes: string): void {
    if (element.localName !== 'span') return;
    const names = classes.split(/\s+/);
    if (names.some((name) => this.#styles.bold.has(name))) element.setAttribute(MARKS.bold, '');
    if (names.some((name) => this.#styles.italic.has(name))) element.setAttribute(MARKS.italic, '');
  }

  #markHint(element: Element, name: string, classes: string): void {
    const type = name === 'details' ? undefined : hintTypeOf(classes);
    if (type === undefined) return;
    element.setAttribute(MARKS.hint, type);
    const title = findByClass(element, TITLE_CLASS);
    if (!title) return;
    const text = oneLine(title.textContent ?? '');
    // Titles that only repeat the type say nothing.
    if (text !== '' && text.toLowerCase() !== type && !isHintType(text))
      element.setAttribute(MARKS.title, text);
    this.#removed.push(title);
  }

  #markTabs(list: Element, classes: string): void {
    this.#tabLists += 1;
    if (this.#tabLists > MAX_TABS) return;
    const labels = labelsOf(list, classes);
    let container = list.parentElement;
    for (let level = 0; container && level < 3 && labels.length > 0; level += 1) {
      const panels = panelsOf(container);
      if (panels.length > 0 && panels.length <= labels.length) {
        container.setAttribute(MARKS.tabs, '');
        panels.forEach((panel, index) => {
          panel.setAttribute(MARKS.tab, labels[index] ?? `Tab ${index + 1}`);
          panel.removeAttribute('hidden');
        });
        this.#removed.push(list);
        return;
      }
      container = container.parentElement;
    }
  }

  /** The expand macro of Confluence. */
  #markExpand(element: Element): void {
    const label = findByClass(element, /(?:^|\s)expand-control(?:-text)?(?:\s|$)/);
    const control = findByClass(element, /(?:^|\s)expand-control(?:\s|$)/);
    element.setAttribute(MARKS.expand, oneLine(label?.textContent ?? 'Details') || 'Details');
    if (control) this.#removed.push(control);
  }
}

const TITLE_CLASS =
  /(?:^|\s)(?:admonition-title|admonition-heading|admonitionHeading_\w+|starlight-aside__title|custom-block-title|markdown-alert-title|alert__heading|title)(?:\s|$)/;

function hintTypeOf(classes: string): string | undefined {
  if (classes === '') return undefined;
  const named =
    /(?:theme-admonition-|starlight-aside--|markdown-alert-|confluence-information-macro-|alert--|callout-|hint-)(\w+)/.exec(
      classes,
    )?.[1] ??
    /(?:^|\s)(?:admonition|custom-block|callout)(?=\s).*?\b(\w+)(?=\s|$)/.exec(
      classes.replace(/(?:^|\s)(?:block|github-alert)(?=\s|$)/g, ''),
    )?.[1];
  if (named !== undefined) {
    const type = named === 'information' ? 'info' : named.toLowerCase();
    return isHintType(type)
      ? type
      : /admonition|aside|custom-block|callout/.test(classes)
        ? 'note'
        : undefined;
  }
  return /(?:^|\s)(?:admonition|callout)(?:\s|$)/.test(classes) ? 'note' : undefined;
}

function labelsOf(list: Element, classes: string): string[] {
  const isRoleList = list.getAttribute('role') === 'tablist';
  const isLabel = (element: Element) =>
    isRoleList
      ? element.getAttribute('role') === 'tab'
      : element.localName === 'label' && (/tabbed-labels/.test(classes) || element.hasAttribute('for'));
  return descendants(list)
    .filter(isLabel)
    .map((element) => oneLine(element.textContent ?? ''));
}

/** The panels of a container, without those within others. */
function panelsOf(container: Element): Element[] {
  const panels: Element[] = [];
  const isPanel = (element: Element) =>
    element.getAttribute('role') === 'tabpanel' ||
    /(?:^|\s)tabbed-block(?:\s|$)/.test(element.getAttribute('class') ?? '') ||
    /(?:^|\s)blocks(?:\s|$)/.test(element.parentElement?.getAttribute('class') ?? '');
  for (const element of descendants(container))
    if (isPanel(element) && panels.at(-1)?.contains(element) !== true) panels.push(element);
  return panels;
}

function descendants(root: Element): Element[] {
  const elements: Element[] = [];
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (isElement(node)) elements.push(node);
    if (elements.length > 20_000) break;
  }
  return elements;
}

function findByClass(root: Element, pattern: RegExp): Element | undefined {
  let count = 0;
  for (let node = nextNode(root, root); node && count < 50; node = nextNode(node, root)) {
    count += 1;
    if (isElement(node) && pattern.test(node.getAttribute('class') ?? '')) return node;
  }
  return undefined;
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** The text of a heading without the sign that links to it. */
function headingText(heading: Element): string {
  return Array.from(heading.childNodes)
    .filter((child) => !(isElement(child) && /^[#¶§🔗\s\u200b]*$/u.test(child.textContent ?? '')))
    .map((child) => child.textContent ?? '')
    .join('');
}

/** A title without the name of the site at its end. */
function withoutSite(title: string, siteName: string): string {
  const parts = title.split(/\s+[|·—–»]\s+|\s+-\s+/);
  const last = parts.at(-1) ?? '';
  const isSuffix = parts.length > 1 && (last === siteName || /[|·»—–]/.test(title.slice(parts[0]?.length)));
  return isSuffix
    ? title
        .slice(0, title.length - last.length)
        .replace(/\s+\S+\s*$/, '')
        .trim()
    : title;
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\s\u200b]+/g, ' ').trim();
}
