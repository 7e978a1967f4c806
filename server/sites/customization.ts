import type {
  SiteAnnouncement,
  SiteExternalRequests,
  SiteInternationalization,
  SiteLink,
  SiteStyling,
} from '#api/generated/types.gen.ts';
import { hashId } from '#server/content/pages/storage.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** A picture of a site as its customization refers to it; the bytes are in `site_pictures`. */
export interface StoredPicture {
  id: string;
  contentType: string;
  /** In pixels, where known. */
  width?: number;
  height?: number;
}

/** The stored choices for the look of a site (`sites.customization`), without defaults. */
export interface StoredCustomization {
  title?: string;
  styling?: SiteStyling;
  internationalization?: SiteInternationalization;
  /** Without `dark`, the same picture is shown on both backgrounds. */
  logo?: { light: StoredPicture; dark?: StoredPicture };
  favicon?: StoredPicture;
  headerLinks?: SiteLink[];
  footerLinks?: SiteLink[];
  /** Hosts whose embeds are played on the page; none without. */
  embedHosts?: string[];
  /** Whether pages may ask other hosts for pictures and players; `allowed` without. */
  externalRequests?: SiteExternalRequests;
  /** Also outside its dates. */
  announcement?: SiteAnnouncement;
}

/** Names an announcement by what it says, so that who has closed it sees the next one. */
export function announcementId({ message, link, style }: SiteAnnouncement): string {
  return hashId(JSON.stringify([message, link?.title, link?.url, style]), 12);
}

/** A customization as it is now: without an announcement that has ended, is still to come, or was closed. */
export function customizationAt(
  customization: StoredCustomization,
  now: Date,
  closedId?: string,
): StoredCustomization {
  const { announcement, ...others } = customization;
  if (!announcement) return customization;
  const { from, until } = announcement;
  const isCurrent =
    (from === undefined || new Date(from) <= now) && (until === undefined || now < new Date(until));
  return isCurrent && announcementId(announcement) !== closedId ? customization : others;
}

/** The other hosts that the pages of a site may ask: for players, and for pictures. */
export function externalAccess({ embedHosts = [], externalRequests }: StoredCustomization): {
  embedHosts: readonly string[];
  hasPictures: boolean;
} {
  return externalRequests === 'blocked'
    ? { embedHosts: [], hasPictures: false }
    : { embedHosts, hasPictures: true };
}

/** Where the pictures of a site are, below its address. */
export const PICTURES_PATH = '~/pictures/';

/** All pictures that a customization shows. */
export function picturesOf({ logo, favicon }: StoredCustomization): StoredPicture[] {
  return [logo?.light, logo?.dark, favicon].filter((picture) => picture !== undefined);
}

/** A picture as customizations refer to it. */
export function toStoredPicture(
  row: Pick<Row<'site_pictures'>, 'id' | 'content_type' | 'width' | 'height'>,
): StoredPicture {
  return {
    id: row.id,
    contentType: row.content_type,
    ...(row.width !== null && { width: row.width }),
    ...(row.height !== null && { height: row.height }),
  };
}
