/**
 * The content of a page of a published site, after conditions: everything that the layout needs and nothing
 * else. URLs are absolute paths or, if they lead to another host, whole URLs; texts are plain, not HTML,
 * unless they are called so.
 */

/** A link of the navigation. */
export interface ReaderLink {
  title: string;
  url: string;
  emoji?: string;
  /** The name of an icon, drawn where there is such a drawing, or the URL of an image. An emoji goes before it. */
  icon?: string;
  /** Its description; shown in menus and on cards. */
  description?: string;
  /** Whether it leads to where the visitor is: to this page, or to the section or variant that it is in. */
  isCurrent?: boolean;
}

/** A group of sections, shown as a menu. */
export interface ReaderMenu {
  title: string;
  icon?: string;
  /** Never empty. */
  links: ReaderLink[];
}

/** An entry of the page tree. Groups have no URL. */
export interface ReaderTreeItem {
  title: string;
  emoji?: string;
  icon?: string;
  url?: string;
  /** Whether the URL leads out of the site's own pages. */
  isExternal?: boolean;
  isCurrent?: boolean;
  /** Whether the current page is below it. */
  isOpen?: boolean;
  /** Whether a previewed change request or revision changes it. */
  isChanged?: boolean;
  /** Entries below it; those of closed branches are left out of large trees. */
  items: ReaderTreeItem[];
  /** Whether its entries are left out: they are in the whole tree (`treeUrl`), at the same `branch`. */
  isLeftOut?: boolean;
  branch?: string;
}

/** A copy of the page in another language. */
export interface ReaderLanguage extends ReaderLink {
  /** Language tag (BCP 47). */
  language: string;
}

/** A heading of the text, for the contents of the page. */
export interface ReaderHeading {
  /** 1 to 6. */
  level: number;
  anchor: string;
  title: string;
  /** The method of an operation of an API, in lower case. */
  method?: string;
}

/** A picture of the layout. */
export interface ReaderPicture {
  url: string;
  /** In pixels, where known. */
  width?: number;
  height?: number;
}

/** A picture above the title. */
export interface ReaderCover extends ReaderPicture {
  size: 'hero' | 'full';
}

/** The page itself. */
export interface ReaderPage {
  title: string;
  /** The heading of the text that shows the title: harmless HTML, and its anchor. */
  heading?: { html: string; anchor: string };
  emoji?: string;
  icon?: string;
  description?: string;
  cover?: ReaderCover;
  /** The text: harmless HTML. */
  html: string;
  headings: ReaderHeading[];
  /** The cards below a short first page of a site or section. Never empty. */
  cards?: ReaderLink[];
  /** Whether the text is an API reference, which takes more room and has its own rules. */
  isReference?: boolean;
  updatedAt?: Date;
  /** The same page as markdown. */
  markdownUrl?: string;
  /** The feed of its updates. */
  feedUrl?: string;
  /** The API specification that it shows. */
  specificationUrl?: string;
  previous?: ReaderLink;
  next?: ReaderLink;
  /** Parts that the page's author has switched off. */
  without: ReadonlySet<'title' | 'description' | 'tableOfContents' | 'outline' | 'pagination' | 'cover'>;
}

/** A notice for visitors above the text. */
export type ReaderNotice =
  /** The chosen variant or language has no such page, so this is its first one. */
  | { kind: 'page-not-in-variant' }
  /** This is not the default variant; `latest` is the same page there, or its first one. */
  | { kind: 'other-variant'; title: string; latest: ReaderLink }
  /** A change request, a past revision or a branch, shown to members only. */
  | ReaderPreviewNotice;

/** The previewed content, with the way back to it and the pages that it changes. */
export interface ReaderPreviewNotice {
  kind: 'preview';
  /** The change request or the branch; of a past revision, when it was made. */
  of: { title: string } | { branch: string } | { createdAt: Date };
  backUrl: string;
  changedPages: readonly ReaderLink[];
  /** There may be more than are listed. */
  changedCount: number;
}

/** Results of a search. */
export interface ReaderSearchResults {
  query: string;
  results: {
    title: string;
    url: string;
    emoji?: string;
    icon?: string;
    /** Section, variant and parents, from the outside in. */
    path: string[];
    /** The part of the text that matches, with the matching words marked. */
    excerpt: { text: string; isMatch: boolean }[];
  }[];
  hasMore: boolean;
}

/** The same for the script of the page: path data in place of the name of an icon. */
export interface ReaderFoundLinks extends Omit<ReaderSearchResults, 'results'> {
  results: (Omit<ReaderSearchResults['results'][number], 'icon'> & { drawing?: string })[];
}

/** The replacement of a page's text. */
export type ReaderMain =
  | { kind: 'page'; page: ReaderPage }
  | { kind: 'search'; search: ReaderSearchResults }
  /** `mayBeHidden`: the site has conditions, so the page may exist for others. */
  | { kind: 'not-found'; suggestions: ReaderLink[]; mayBeHidden: boolean }
  /** Why a visitor is not let in. */
  | { kind: 'refused'; reason: 'wrong-token' | 'sign-in-needed' | 'no-sign-in-address' }
  /** A site without anything that this visitor may see. */
  | { kind: 'empty' };

/** The ways into the console of a signed-in member; whole URLs. */
export interface ReaderMember {
  /** The page in its space; of what is no page, or none that they may read there, the site. */
  consoleUrl: string;
  /** The site, where `consoleUrl` is something else. */
  structureUrl?: string;
  /** Where a change to the page is proposed, if they may. */
  proposeUrl?: string;
  /** Where selected text of the page is corrected, if they may change it or comment on it. */
  correctUrl?: string;
}

/** How the preview of an unsaved text and the editor beside it follow each other. */
export interface ReaderWriting {
  /** The line of the text that each outermost element comes from. */
  lines: readonly number[];
  /** The origin of the page that frames it. */
  consoleOrigin: string;
}

/** The names of style sheets and scripts, or their addresses. A page has at most one beside `style`. */
export interface ReaderAssetNames {
  style?: string;
  referenceStyle?: string;
  blocksStyle?: string;
  referenceBlocksStyle?: string;
  script?: string;
}

/** A whole page of a published site. */
export interface ReaderView {
  /** Language tag of the interface texts and of the content. */
  language: string;
  /** The visitor's choice (cookie `reader-theme`); left out, the system decides. */
  theme?: 'light' | 'dark';
  site: {
    title: string;
    /** The first page of the site. */
    url: string;
    logo?: { light: ReaderPicture; dark: ReaderPicture };
    icon?: { url: string; type: string };
    /** The background of the header, for the bars of a phone's browser. */
    headerColors?: { light: string; dark: string };
  };
  /** Whose site it is, for a stranger who may not know the site's own name. */
  owner?: string;
  /** Style sheets and script; left out where they are not built. */
  assets: ReaderAssetNames;
  /** Sections and groups of sections in order; empty on a site without sections or with one. */
  sections: (ReaderLink | ReaderMenu)[];
  /** The other variants of the section and this one; empty where there is one only. */
  variants: ReaderLink[];
  languages: ReaderLanguage[];
  tree: ReaderTreeItem[];
  /** Where the whole tree is, if branches are left out. */
  treeUrl?: string;
  /** From the site to the parent of the page. */
  breadcrumbs: ReaderLink[];
  notice?: ReaderNotice;
  main: ReaderMain;
  /** Target of the search form, which sends `q`; left out where nothing can be searched. */
  searchUrl?: string;
  /** Where the script reports what a reader sees without a request; left out where nothing is counted. */
  seenUrl?: string;
  /** Where the form that asks if the page was helpful is sent, and the page that it names; left out where none is asked. */
  feedback?: { url: string; path: string };
  headerLinks: ReaderLink[];
  /** What the site tells everybody; the script keeps the id of a closed one. */
  announcement?: {
    id: string;
    message: string;
    link?: ReaderLink;
    style: 'info' | 'success' | 'warning' | 'danger';
  };
  /** Set where a signed-in member reads: their ways into the console, in a bar above everything. */
  member?: ReaderMember;
  footerLinks: ReaderLink[];
  /** A page whose text is previewed while it is written: nothing stands around it. */
  writing?: ReaderWriting;
  /** Facts for machines. */
  head: {
    /** Whole URL of the one copy that search engines list. */
    canonicalUrl?: string;
    /** Whole URLs of the copies of the page in other languages, and of this one. */
    alternates: { language: string; url: string }[];
    isIndexed: boolean;
  };
}
