import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { isSameSecret } from '#server/access/tokens.ts';

/** Whether a member sees the sites of the organization: every member but guests. */
export function canViewSites(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

/** Whether a member may create sites, and change their settings and structure. */
export function canChangeSites(membership: Membership): boolean {
  return membership.role >= LEVEL.create;
}

/** Whether a member may delete sites and store what is known about their visitors. */
export function canAdministrateSites(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** What decides whether somebody from outside the organization reaches a site. */
export interface SiteAudience {
  published: boolean;
  visibility: string;
  share_key: string;
}

/**
 * Whether a published site can be read without being a member: public and unlisted ones by everybody, shared ones
 * with their key. The systems that vouch for visitors do not call this interface.
 */
export function isOpenToStrangers(site: SiteAudience, shareKey: string | undefined): boolean {
  if (!site.published) return false;
  if (site.visibility === 'share-link')
    return shareKey !== undefined && isSameSecret(shareKey, site.share_key);
  return site.visibility === 'public' || site.visibility === 'unlisted';
}

/** What the address of a site is made of. */
export interface SiteUrlFields {
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
export interface UrlPart {
  path: string;
  is_default: boolean;
}

/**
 * Where visitors find a site, ending in a slash; undefined while it is not published. The address of a shared site
 * holds its key: whoever gets to see the site here may pass it on.
 */
export function publishedUrl(site: SiteUrlFields, publicUrl: string): string | undefined {
  if (!site.published) return undefined;
  const base = site.proxy === null ? ownUrl(site, publicUrl) : `https://${site.proxy}/`;
  return site.visibility === 'share-link' ? `${base}${site.share_key}/` : base;
}

/** The address that a site has by itself, whatever stands in front of it. */
export function ownUrl(site: SiteUrlFields, publicUrl: string): string {
  if (site.hostname !== null) return `https://${site.hostname}/`;
  const organization = site.organization_hostname ?? site.organization_id;
  return `${publicUrl}/published/${organization}/${encodePath(site.basename ?? site.id)}/`;
}

/** The address of a part below `parent`; undefined where the parent has none. */
export function childUrl(parent: string | undefined, part: UrlPart): string | undefined {
  if (parent === undefined || part.is_default) return parent;
  return `${parent}${encodePath(part.path)}/`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
