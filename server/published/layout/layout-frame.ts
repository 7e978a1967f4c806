import { attribute, href, html, src, type Markup, type Renderable } from '#server/base/markup.ts';
import type { Messages } from '../messages/en.ts';
/** The parts around the page: header, menu and footer. */
import { icon } from './layout-icons.ts';
import { layoutTree } from './layout-navigation.ts';
import { type LayoutContext, linkContent, linkMark, searchForm } from './layout-parts.ts';
import type { ReaderLanguage, ReaderLink, ReaderMenu, ReaderPicture, ReaderView } from './reader-view.ts';

/** Menus close each other: they have one name. */
function menuOf(label: Renderable, className: string, links: Markup[], name: string): Markup {
  return html`<details class="menu ${className}" name="menu">
    <summary>${label}</summary>
    <ul aria-label="${name}">
      ${links}
    </ul>
  </details>`;
}

function menuLink(link: ReaderLink, language?: string): Markup {
  return html`<li>
    <a${href(link.url)}${attribute('aria-current', link.isCurrent === true && 'true')}${attribute(
      'lang',
      language,
    )}${attribute('hreflang', language)}
      >${linkContent(link)}${link.description !== undefined && html` <small>${link.description}</small>`}</a
    >
  </li>`;
}

/** Whether the page has a separate search form below the header, at each width. */
function hasOwnSearch({ main, searchUrl }: ReaderView): boolean {
  return searchUrl !== undefined && main.kind === 'search';
}

/** What the site tells everybody, above every page. */
export function layoutAnnouncement({ view: { announcement }, messages }: LayoutContext): Renderable {
  if (!announcement) return false;
  const { id, message, link, style } = announcement;
  return html`<aside class="announcement ${style}" aria-label="${messages.announcement}" data-id="${id}">
    <p>${message}${link && html` <a${href(link.url)}>${link.title}</a>`}</p>
  </aside>`;
}

/** The header: the way to the menu, the site's name, search, other variants and languages. */
export function layoutHeader({ view, messages }: LayoutContext): Markup {
  const { site, searchUrl, headerLinks } = view;
  return html`<header>
    ${
      hasMenu(view) &&
      html`<button class="open-menu" type="button" popovertarget="~menu" aria-label="${messages.menu}">
        ${icon('menu')}
      </button>`
    }
    ${site.title !== '' && html`<a class="site" ${href(site.url)}>${siteName(site)}</a>`}
    ${view.owner !== undefined && html`<p class="site">${view.owner}</p>`}
    ${
      searchUrl !== undefined &&
      !hasOwnSearch(view) &&
      html`${searchForm(searchUrl, messages.search)}
        <a class="open-search" ${href(searchUrl)} aria-label="${messages.search}">${icon('search')}</a>`
    }
    <div class="tools">
      ${
        headerLinks.length > 0 &&
        html`<nav class="header-links" aria-label="${messages.links}">
          ${headerLinks.map((link) => html`<a${href(link.url)}>${linkContent(link)}</a> `)}
        </nav>`
      }
      ${variantMenu(view.variants, messages)} ${languageMenu(view.languages, messages)}
    </div>
  </header>`;
}

/** The name of the site. A logo for the dark theme is written as such a picture in a text is: one rule chooses both. */
function siteName({ title, logo }: ReaderView['site']): Renderable {
  if (logo === undefined) return title;
  const { light, dark } = logo;
  const picture = html`<img${src(light.url)}${sizeOf(light)} alt="${title}" />`;
  if (light.url === dark.url) return picture;
  return html`<picture
    ><source media="(prefers-color-scheme: dark)" ${src(dark.url, 'srcset')}${sizeOf(dark)} />
    ${picture}</picture
  >`;
}

const sizeOf = ({ width, height }: ReaderPicture): Renderable => [
  attribute('width', width),
  attribute('height', height),
];

function variantMenu(variants: ReaderLink[], messages: Messages): Renderable {
  if (variants.length < 2) return false;
  const current = variants.find(({ isCurrent }) => isCurrent);
  const label = html`${linkMark(current ?? {}) || icon('variants')}<span class="hidden"
      >${messages.version}:
    </span>
    <span>${current?.title ?? messages.version}</span>`;
  const links = variants.map((variant) => menuLink(variant));
  return menuOf(label, 'variants', links, messages.version);
}

function languageMenu(languages: ReaderLanguage[], messages: Messages): Renderable {
  if (languages.length < 2) return false;
  const current = languages.find(({ isCurrent }) => isCurrent);
  const label = html`${icon('language')}<span class="hidden">${messages.language}: </span
    ><span${attribute('lang', current?.language)}>${current?.title ?? messages.language}</span>`;
  const links = languages.map((language) => menuLink(language, language.language));
  return menuOf(label, 'languages', links, messages.language);
}

function hasMenu({ sections, tree, headerLinks }: ReaderView): boolean {
  return sections.length > 0 || tree.length > 0 || headerLinks.length > 0;
}

/**
 * Sections and page tree. On a phone they open over the page (a popover needs no script); beside a wide page the style
 * sheet puts each in its place.
 */
export function layoutMenu(context: LayoutContext): Renderable {
  const { view, messages } = context;
  if (!hasMenu(view)) return false;
  return html`<div class="site-menu" id="~menu" popover>
    <button class="close-menu" type="button" popovertarget="~menu" popovertargetaction="hide">
      ${messages.close}
    </button>
    ${layoutSections(view.sections, messages)} ${layoutTree(context)}
    ${
      view.headerLinks.length > 0 &&
      html`<nav class="menu-links" aria-label="${messages.links}">
        ${view.headerLinks.map((link) => html`<a${href(link.url)}>${linkContent(link)}</a> `)}
      </nav>`
    }
  </div>`;
}

function layoutSections(sections: (ReaderLink | ReaderMenu)[], messages: Messages): Renderable {
  if (sections.length === 0) return false;
  return html`<nav class="sections" aria-label="${messages.sections}">
    <ul>
      ${sections.map((entry) =>
        'links' in entry
          ? html`<li>
              ${menuOf(
                linkContent(entry),
                entry.links.some(({ isCurrent }) => isCurrent) ? 'group current' : 'group',
                entry.links.map((link) => menuLink(link)),
                entry.title,
              )}
            </li>`
          : // A tab is too narrow for what it is about.
            menuLink({ ...entry, description: undefined }),
      )}
    </ul>
  </nav>`;
}

/** The links that the site's owner has put below every page. */
export function layoutFooter({ view, messages }: LayoutContext): Renderable {
  if (view.footerLinks.length === 0) return false;
  return html`<footer id="footer">
    <nav aria-label="${messages.footer}">
      ${view.footerLinks.map((link) => html`<a${href(link.url)}>${linkContent(link)}</a> `)}
    </nav>
  </footer>`;
}
