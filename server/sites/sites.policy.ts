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
