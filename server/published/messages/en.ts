import { referenceLabels } from '#server/content/reference/reference-labels.ts';

/** Texts of the reader in English; the other languages have the same keys. */
export const en = {
  skipToContent: 'Skip to content',
  menu: 'Menu',
  close: 'Close',
  sections: 'Sections',
  pages: 'Pages',
  subpages: 'Subpages of {title}',
  breadcrumbs: 'Breadcrumbs',
  onThisPage: 'On this page',
  overview: 'Overview',
  links: 'Links',
  footer: 'Footer',
  members: 'For members',
  version: 'Version',
  language: 'Language',
  previousAndNext: 'Previous and next page',
  previous: 'Previous',
  next: 'Next',
  updated: 'Last updated {date}',
  openInConsole: 'Open in the console',
  siteStructure: 'Structure of the site',
  proposeChange: 'Propose a change to this page',
  selectText: 'Select text to correct',
  selectionKeys: 'Arrow keys move, Shift extends, Enter continues, Escape ends.',
  suggestCorrection: 'Suggest a correction to the selected text',
  markdown: 'View as Markdown',
  downloadSpecification: 'Download OpenAPI document',

  search: 'Search',
  searchFor: 'Search results for “{query}”',
  searchHint: 'Enter one or more words.',
  resultCount: { one: '{count} result', other: '{count} results' },
  moreResults: 'There are more results. Add a word to narrow them down.',
  noResults: 'No results. Check the spelling or try other words.',
  searchFailed: 'Search failed. Try again.',

  announcement: 'Announcement',
  notice: 'Notice',
  pageNotInVariant: 'The page you came from doesn’t exist here. This is the first page instead.',
  otherVariant: 'You are reading {variant}, which is not the current version.',
  readLatest: 'Read the current version',
  preview: 'Preview of {title}. Only members see it.',
  changedPages: { one: '{count} changed page', other: '{count} changed pages' },
  previewRevision: 'Preview of the revision of {date}. Only members see it.',
  differentPages: { one: '{count} page is different now', other: '{count} pages are different now' },
  changed: 'Changed',
  backToReview: 'Back to the review',
  backToHistory: 'Back to the history',

  notFound: 'Page not found',
  notFoundText: 'There is no page at this address. It may have been moved or deleted.',
  notFoundHidden: 'Some pages are visible to certain visitors only. Sign in if you have an account.',
  suggestions: 'Similar pages',
  firstPage: 'Go to the first page',
  wrongToken: 'Sign-in failed',
  wrongTokenText: 'The link that signs you in is invalid or has expired. Sign in again.',
  signInNeeded: 'Sign-in required',
  signInNeededText: 'These pages are for signed-in visitors. Sign in, then open the link again.',
  noSignIn: 'No access',
  noSignInText: 'These pages are for certain visitors. Ask the owner of the site for access.',
  empty: 'Nothing here yet',
  emptyText: 'This site has no pages that you can see.',

  calloutInfo: 'Note',
  calloutSuccess: 'Success',
  calloutWarning: 'Warning',
  calloutDanger: 'Danger',
  linkToHeading: 'Link to “{title}”',
  table: 'Table',
  tabs: 'Tabs',
  task: 'Task: {title}',
  backToText: 'Back to text',
  blockPrompt: 'Prompt',
  blockResponse: 'Response',
  blockShowMore: 'Show all lines',
  condition: 'Shown only to visitors who meet this condition',
  missingInclude: 'This reusable content is missing: {title}. Visitors see nothing here.',
  apiNoSpecification:
    'There is no API specification {specification}, so {name} is not shown. Visitors see its name only.',
  apiNotRead:
    'The API specification {specification} could not be read yet, so {name} is not shown. Visitors see its name only.',
  apiNoPart: 'The API specification {specification} has no {name}. Visitors see its name only.',

  ...referenceLabels,

  copy: 'Copy',
  feed: 'Feed',
  allUpdates: 'All updates',
  play: 'Play',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy',
  theme: 'Theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
};

/** A text for each plural form that the language has. */
export type PluralMessage = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** All texts of the reader in one language. `{name}` is replaced by a value. */
export type Messages = {
  [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : PluralMessage;
};
