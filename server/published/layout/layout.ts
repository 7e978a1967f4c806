import { attribute, href, html, type Markup, src, type Renderable } from '#server/base/markup.ts';
import type { Messages } from '../messages/en.ts';
import { directionOf, messagesFor } from '../messages/messages.ts';
import { layoutAnnouncement, layoutFooter, layoutHeader, layoutMenu } from './layout-frame.ts';
import { layoutMain, layoutNotice, mainTitle } from './layout-main.ts';
import { layoutContents, layoutHeadings } from './layout-navigation.ts';
import { isWithout, type LayoutContext } from './layout-parts.ts';
import type { ReaderLink, ReaderView } from './reader-view.ts';

/** The texts that the script shows; it reads them from the attribute `data-texts` of its element. */
const scriptTexts = [
  'close',
  'copy',
  'copied',
  'copyFailed',
  'resultCount',
  'moreResults',
  'noResults',
  'searchFailed',
  'theme',
  'themeSystem',
  'themeLight',
  'themeDark',
] as const satisfies (keyof Messages)[];

/** The background of the page in both themes, for the bars of a phone's browser; the same as `--bg` in reader.css. */
export const pageColors = { light: '#ffffff', dark: '#111318' };

/** A whole page of a published site as an HTML document; works without script. */
export function renderReaderPage(view: ReaderView): string {
  const messages = messagesFor(view.language);
  const contents = layoutHeadings(view);
  const context: LayoutContext = { view, messages, ...(contents && { contents }) };
  const hasTree = view.tree.length > 0 && !isWithout(view, 'tableOfContents');
  const layout = [
    view.sections.length > 0 && 'with-sections',
    hasTree && 'with-tree',
    contents && 'with-contents',
    isReference(view) && 'with-reference',
  ].filter(Boolean);
  const document = html`<!doctype html>
    <html
      lang="${view.language}"
      dir="${directionOf(view.language)}"
      ${attribute('data-theme', view.theme)}
    >
      <head>
        ${layoutHead(context)}
      </head>
      <body${attribute('class', layout.length > 0 && layout.join(' '))}>
        ${view.writing ? html`<main id="~content">${layoutMain(context)}</main>` : layoutWhole(context)}
      </body>
    </html> `;
  return choosePictures(document.text, view.theme);
}

/** The page with everything around it. */
function layoutWhole(context: LayoutContext): Markup {
  return html`<a class="skip" href="#~content">${context.messages.skipToContent}</a>
    ${layoutMemberBar(context)} ${layoutAnnouncement(context)} ${layoutHeader(context)} ${layoutMenu(context)}
    <main id="~content" tabindex="-1">${layoutNotice(context)} ${layoutMain(context)}</main>
    ${layoutContents(context)} ${layoutFooter(context)}`;
}

/** Pictures for light and dark follow the visitor's choice; browsers only know what the system says. */
export function choosePictures(document: string, theme: ReaderView['theme']): string {
  if (theme === undefined) return document;
  return document.replace(
    /(<source\b[^>]*) media="\(prefers-color-scheme: (dark|light)\)"/g,
    (_, start: string, scheme: string) =>
      `${start} data-scheme="${scheme}" media="${scheme === theme ? 'all' : 'not all'}"`,
  );
}

function currentSection({ sections }: ReaderView): ReaderLink | undefined {
  return sections
    .flatMap((entry) => ('links' in entry ? entry.links : [entry]))
    .find(({ isCurrent }) => isCurrent);
}

function isReference({ main }: ReaderView): boolean {
  return main.kind === 'page' && main.page.isReference === true;
}

/** "Page · Section · Site", each once; of a site without a title for this visitor, whose it is. */
function documentTitle({ view, messages }: LayoutContext): string {
  const parts = [mainTitle({ view, messages }), currentSection(view)?.title, view.site.title, view.owner];
  return [...new Set(parts.filter((part) => part !== undefined && part !== ''))].join(' · ');
}

function layoutHead(context: LayoutContext): Renderable {
  const { view } = context;
  const { site, head, assets, main } = view;
  const page = main.kind === 'page' ? main.page : undefined;
  const title = documentTitle(context);
  const furtherStyle = furtherStyleOf(view);
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    ${page?.description !== undefined && html`<meta name="description" content="${page.description}" />`}
    ${!head.isIndexed && html`<meta name="robots" content="noindex" />`}
    ${head.canonicalUrl !== undefined && html`<link rel="canonical" ${href(head.canonicalUrl)} />`}
    ${alternates(view)}
    ${
      page?.markdownUrl !== undefined &&
      html`<link rel="alternate" type="text/markdown" ${href(page.markdownUrl)} />`
    }
    ${
      page?.feedUrl !== undefined &&
      html`<link rel="alternate" type="application/atom+xml" ${href(page.feedUrl)} />`
    }
    ${openGraph(context)}
    <meta name="color-scheme" content="${view.theme ?? 'light dark'}" />
    ${themeColors(view)}
    ${
      site.icon === undefined
        ? // Without one, browsers ask for `/favicon.ico`, which is not there.
          html`<link rel="icon" href="data:," />`
        : html`<link rel="icon" type="${site.icon.type}" ${href(site.icon.url)} />`
    }
    ${assets.style !== undefined && html`<link rel="stylesheet" ${href(assets.style)} />`}
    ${furtherStyle !== undefined && html`<link rel="stylesheet" ${href(furtherStyle)} />`}
    ${assets.script !== undefined && scriptElement(context, assets.script)}`;
}

/** Classes of the style sheet for blocks. */
const BLOCK_CLASS =
  / class="(?:[^"]* )?(?:card|embed|prompt|full-width|steps|updates|columns|unknown|api-part|wrap|numbered|folded|button|line-size|tone-\w+|back-\w+|card-grid|note)[ "]/;

/** Pictures after each other, which a gallery may have. */
const GALLERY = /(?:<img [^>]*>|<\/picture>|<\/figure>)\s*<(?:img|picture|figure)[ >]/;

function furtherStyleOf({ main, assets }: ReaderView): string | undefined {
  if (main.kind !== 'page') return undefined;
  const hasBlocks = BLOCK_CLASS.test(main.page.html) || GALLERY.test(main.page.html);
  if (main.page.isReference !== true) return hasBlocks ? assets.blocksStyle : undefined;
  return hasBlocks ? assets.referenceBlocksStyle : assets.referenceStyle;
}

/** The copies in other languages; search engines send all other readers to the first. */
function alternates({ head }: ReaderView): Renderable {
  const [first] = head.alternates;
  if (first === undefined) return false;
  return [...head.alternates, { language: 'x-default', url: first.url }].map(
    ({ language, url }) => html`<link rel="alternate" hreflang="${language}" ${href(url)} />`,
  );
}

function openGraph({ view, messages }: LayoutContext): Renderable {
  const { site, head, main } = view;
  const description = main.kind === 'page' ? main.page.description : undefined;
  const properties: [string, string | undefined][] = [
    ['title', mainTitle({ view, messages })],
    ['description', description],
    ['type', main.kind === 'page' ? 'article' : 'website'],
    ['site_name', site.title],
    ['url', head.canonicalUrl],
    ['locale', view.language.replaceAll('-', '_')],
  ];
  return properties.map(
    ([property, content]) =>
      content !== undefined && html`<meta property="og:${property}" content="${content}" />`,
  );
}

function themeColors({ theme, site: { headerColors = pageColors } }: ReaderView): Renderable {
  if (theme !== undefined) return html`<meta name="theme-color" content="${headerColors[theme]}" />`;
  return (['light', 'dark'] as const).map(
    (scheme) =>
      html`<meta
        name="theme-color"
        media="(prefers-color-scheme: ${scheme})"
        content="${headerColors[scheme]}"
      />`,
  );
}

/** The script's element carries its texts and the path of the site: the policy allows no inline script. */
function scriptElement({ view, messages }: LayoutContext, url: string): Markup {
  if (view.writing) {
    const { lines, consoleOrigin } = view.writing;
    return html`<script
      defer
      ${src(url)}
      data-lines="${lines.join(' ')}"
      data-console="${consoleOrigin}"
    ></script>`;
  }
  const texts = Object.fromEntries(scriptTexts.map((key) => [key, messages[key]]));
  return html`<script
    defer
    ${src(url)}
    data-site="${view.site.url}"
    ${attribute('data-seen', view.seenUrl)}
    data-texts="${JSON.stringify(texts)}"
  ></script>`;
}

function layoutMemberBar({ view: { member }, messages }: LayoutContext): Renderable {
  if (!member) return false;
  const { consoleUrl, structureUrl, proposeUrl, correctUrl } = member;
  return html`<nav class="members" aria-label="${messages.members}">
    ${proposeUrl !== undefined && html`<a${href(proposeUrl)} data-proposes>${messages.proposeChange}</a>`}
    ${
      correctUrl !== undefined &&
      html`<button hidden data-chooses>${messages.selectText}</button
        ><span hidden>${messages.selectionKeys}</span>
        <a${href(correctUrl)} hidden data-corrects data-proposes>${messages.suggestCorrection}</a>`
    }
    <a${href(consoleUrl)}>${messages.openInConsole}</a>
    ${structureUrl !== undefined && html`<a${href(structureUrl)}>${messages.siteStructure}</a>`}
  </nav>`;
}
