/** An operation in a list of pages. */
export interface LinkedOperation {
  anchor: string;
  title: string;
  /** In lower case. */
  method: string;
}

/** A page that another one leads to. */
export interface LinkedPage {
  key: string;
  title: string;
  operations: readonly LinkedOperation[];
}

/**
 * What one page of a reference shows, where it is divided into several; `key` names it among them. `overview`: what holds
 * for all operations, and the pages with them. `section`: the pages with the operations of a tag.
 */
export type ReferencePart = { key: string } & (
  | { kind: 'overview' | 'section'; pages: readonly LinkedPage[] }
  | { kind: 'operations'; anchors: readonly string[] }
  | { kind: 'schemas' }
  | { kind: 'schema'; anchor: string }
);

/** The key of the page that shows one definition. */
export function schemaKey(anchor: string): string {
  return `schema/${anchor}`;
}

const SCHEME = 'reference:';

/** The address of another page of the same reference: its key, and an anchor. The first page has no key. */
export function referenceLink(key: string, anchor = ''): string {
  return `${SCHEME}${encodeURIComponent(key)}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

/** The key and anchor of such an address; undefined for others. */
export function readReferenceLink(href: string): { key: string; anchor: string } | undefined {
  if (!href.startsWith(SCHEME)) return undefined;
  const [key = '', anchor = ''] = href.slice(SCHEME.length).split('#', 2);
  return { key: decodeURIComponent(key), anchor };
}
