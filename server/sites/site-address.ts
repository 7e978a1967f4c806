/** What the address of a site is made of. */
export interface AddressedSite {
  id: string;
  organization_id: string;
  organization_hostname: string | null;
  hostname: string | null;
  basename: string | null;
  proxy: string | null;
  published: boolean;
  visibility: string;
  share_key: string;
}

/** Something in a site that has a part of the address; the default among its siblings needs none. */
export interface AddressedPart {
  path: string;
  is_default: boolean;
}

/**
 * Where visitors find a site, ending in a slash; undefined while it is not published. The address of a shared site
 * holds its key: whoever gets to see the site here may pass it on.
 */
export function publishedAddress(site: AddressedSite, publicUrl: string): string | undefined {
  if (!site.published) return undefined;
  const base = site.proxy === null ? ownAddress(site, publicUrl) : `https://${site.proxy}/`;
  return site.visibility === 'share-link' ? `${base}${site.share_key}/` : base;
}

/** The address that a site has by itself, whatever stands in front of it. */
export function ownAddress(site: AddressedSite, publicUrl: string): string {
  if (site.hostname !== null) return `https://${site.hostname}/`;
  const organization = site.organization_hostname ?? site.organization_id;
  return `${publicUrl}/published/${organization}/${encodePath(site.basename ?? site.id)}/`;
}

/** The address of a part below `parent`; undefined where the parent has none. */
export function partAddress(parent: string | undefined, part: AddressedPart): string | undefined {
  if (parent === undefined || part.is_default) return parent;
  return `${parent}${encodePath(part.path)}/`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
