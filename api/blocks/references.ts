type Fields = Readonly<Record<string, unknown>>;

const ADDRESS = /^(?:\/spaces\/([\w-]+))?(?:\/pages\/([\w-]+))?(?:#(.*))?$/s;
const FILE = /^\/files\/([\w-]+)$/;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The reference in a document that a link in Markdown is. */
export function refOf(href: string): Fields {
  const [, file] = FILE.exec(href) ?? [];
  if (file !== undefined) return { kind: 'file', file };
  const [, space, page, anchor] = ADDRESS.exec(href) ?? [];
  const within = { ...(space !== undefined && { space }), ...(page !== undefined && { page }) };
  if (anchor !== undefined && (page !== undefined || space === undefined)) {
    return { kind: 'anchor', anchor, ...within };
  }
  if (page !== undefined) return { kind: 'page', ...within };
  return space !== undefined && anchor === undefined ? { kind: 'space', space } : { kind: 'url', url: href };
}

/** The address of a reference in the form of links in Markdown. */
export function hrefOf(ref: unknown): string {
  const { kind, url, page, space, file, anchor } = fieldsOf(ref);
  if (kind === 'url') return textOf(url);
  if (kind === 'file') return `/files/${textOf(file)}`;
  const within = typeof space === 'string' ? `/spaces/${space}` : '';
  const inPage = typeof page === 'string' ? `${within}/pages/${page}` : within;
  return kind === 'anchor' ? `${inPage}#${textOf(anchor)}` : inPage;
}
