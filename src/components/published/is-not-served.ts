/** Whether a URL is the placeholder of a site without a hostname, where no server shows pages. */
export function isNotServed(url: string, server: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(server)) return false;
  const { origin, pathname } = new URL(url);
  return origin === new URL(server).origin && pathname.startsWith('/published/');
}

/** The ids in such a path; null where it has names instead. */
export function parsePublishedPath(path: string): { organizationId: string | null; siteId: string | null } {
  const [organization = '', site = ''] = path.split('/');
  const idOf = (text: string) => (/^[A-Za-z0-9]{20}$/.test(text) ? text : null);
  return { organizationId: idOf(organization), siteId: idOf(site) };
}
