import { isAdministrator, type Membership } from '#server/access/actor.ts';
import { LEVEL } from '#server/access/roles.ts';
import { isSameSecret } from '#server/access/tokens.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { originOfHostname } from './hostnames.ts';

/** Guests may not. */
export function canViewSites(membership: Membership): boolean {
  return membership.role >= LEVEL.read;
}

/** Creating sites, and changing their settings and structure. */
export function canChangeSites(membership: Membership): boolean {
  return membership.role >= LEVEL.create;
}

/** Deleting sites and changing their adaptive schema. */
export function canAdministrateSites(membership: Membership): boolean {
  return isAdministrator(membership);
}

/** The columns that decide who outside the organization can read a site. */
export interface SiteAudience {
  published: boolean;
  visibility: string;
  share_key: string;
}

/**
 * Public and unlisted sites can be read by anyone, shared ones with their key. Visitor authentication is not supported
 * here.
 */
export function isReadableByNonMembers(site: SiteAudience, shareKey: string | undefined): boolean {
  if (!site.published) return false;
  if (site.visibility === 'share-link')
    return shareKey !== undefined && isSameSecret(shareKey, site.share_key);
  return site.visibility === 'public' || site.visibility === 'unlisted';
}

/** The columns of a site's URL. */
export interface SiteUrlFields {
  id: string;
  organization_id: string;
  organization_hostname: string | null;
  hostname: string | null;
  hostname_proven_at: Date | string | null;
  basename: string | null;
  published: boolean;
  visibility: string;
  share_key: string;
}

/** A section or site space; the default among its siblings adds no path. */
export interface UrlPart {
  path: string;
  is_default: boolean;
}

/** Where this server shows published sites. */
type ReaderUrl = Pick<ServiceSettings, 'publishedUrl'>;

/**
 * The URL of a site on this server, with a trailing slash; undefined while unpublished. The URL of a site
 * shared by link contains its key: everyone who can see the site may share it. A proven host name is the
 * address of its site; a proxy leads here once the organization has set it up, which the server can't know,
 * so it is no URL to open.
 */
export function publishedUrl(site: SiteUrlFields, service: ReaderUrl): string | undefined {
  if (!site.published) return undefined;
  const { hostname, hostname_proven_at: provenAt } = site;
  const isServed = hostname !== null && provenAt !== null;
  const base = isServed ? `${originOfHostname(hostname, service)}/` : ownUrl(site, service);
  return site.visibility === 'share-link' ? `${base}${site.share_key}/` : base;
}

/** The URL of a site on this server, without a key. */
export function ownUrl(site: SiteUrlFields, service: ReaderUrl): string {
  const organization = { id: site.organization_id, hostname: site.organization_hostname };
  return `${sitesUrl(organization, service)}${encodePath(site.basename ?? site.id)}/`;
}

/** The URL below which the sites of an organization are. */
export function sitesUrl(
  { id, hostname }: { id: string; hostname: string | null },
  { publishedUrl: origin }: ReaderUrl,
): string {
  return `${origin}/published/${hostname ?? id}/`;
}

/** The URL of an item below `parent`; undefined where the parent has none. */
export function childUrl(parent: string | undefined, part: UrlPart): string | undefined {
  if (parent === undefined || part.is_default) return parent;
  return `${parent}${encodePath(part.path)}/`;
}

/** A path as in addresses. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
