/**
 * Whether a published address is one that a server gives to sites without a host name of their own. It stands for a
 * site in the interface; no server shows pages there.
 *
 * @param server the address of the server that the console works with
 */
export function isNotServed(url: string, server: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(server)) return false;
  const { origin, pathname } = new URL(url);
  return origin === new URL(server).origin && pathname.startsWith('/published/');
}

/** The ids in such an address; null for what is a name there, and so not known here. */
export function parsePublishedPath(path: string): { organizationId: string | null; siteId: string | null } {
  const [organization = '', site = ''] = path.split('/');
  const idOf = (text: string) => (/^[A-Za-z0-9]{20}$/.test(text) ? text : null);
  return { organizationId: idOf(organization), siteId: idOf(site) };
}
