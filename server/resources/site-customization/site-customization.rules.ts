import { isHostName } from '#api/embed-players.ts';
import type {
  SiteAnnouncement,
  SiteCustomizationSettings,
  SiteCustomizationUpdate,
  SiteLink,
  SitePicture,
  SiteStyling,
  SiteStylingUpdate,
} from '#api/generated/types.gen.ts';
import { badValue, badValues, conflict } from '#server/base/errors.ts';
import { isFullUrl, parseUrl } from '#server/base/parse-url.ts';
import type { ServiceSettings } from '#server/base/service-settings.ts';
import { signUrl } from '#server/base/signed-url.ts';
import { type ImageInfo, inspectImage } from '#server/content/import/inspect-image.ts';
import { hashId } from '#server/content/pages/storage.ts';
import type { StoredCustomization, StoredPicture } from '#server/sites/customization.ts';

/** Pictures stand on every page: larger ones would be felt. */
const MAX_PICTURE_BYTES = 262_144;
/** In pixels; small files can be very large pictures. */
const MAX_PICTURE_SIDE = 4096;
const MAX_PICTURES = 40;

/** A picture to store. */
export interface NewPicture extends ImageInfo {
  id: string;
  data: Buffer;
}

/** 400 unless it is a picture of an allowed type and size. */
export function readPicture(text: string): NewPicture {
  const path = 'body.data';
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw badValue(path, 'must be base64');
  const data = Buffer.from(text, 'base64');
  if (data.length > MAX_PICTURE_BYTES) throw badValue(path, 'must have at most 256 KiB');
  const image = inspectImage(data);
  if (!image) throw badValue(path, 'must be a PNG, JPEG, GIF, WebP or SVG');
  if (Math.max(image.width ?? 0, image.height ?? 0) > MAX_PICTURE_SIDE) {
    throw badValue(path, `must have at most ${MAX_PICTURE_SIDE} pixels a side`);
  }
  return { ...image, id: hashId(text), data };
}

/** 409 where a site would have too many pictures. */
export function assertPictureCount(count: number): void {
  if (count <= MAX_PICTURES) return;
  throw conflict(
    `A site can have ${MAX_PICTURES} pictures. Those that nothing uses are deleted after a day.`,
  );
}

/** 400 where a link would lead nowhere, a language tag is none, or a host has no such name. */
export function assertCustomization({
  headerLinks = [],
  footerLinks = [],
  internationalization,
  embedHosts = [],
  announcement,
}: SiteCustomizationUpdate): void {
  const problems = [
    ...linkProblems('body.headerLinks', headerLinks),
    ...linkProblems('body.footerLinks', footerLinks),
    ...hostProblems('body.embedHosts', embedHosts),
    ...announcementProblems('body.announcement', announcement),
  ];
  if (internationalization && !isLanguage(internationalization.locale)) {
    problems.push({
      path: 'body.internationalization.locale',
      problem: 'must be a language tag, such as en or pt-BR',
    });
  }
  if (problems.length > 0) throw badValues(problems);
}

function linkProblems(path: string, links: readonly SiteLink[]): { path: string; problem: string }[] {
  return links.flatMap(({ url }, index) => {
    const problem = findLinkProblem(url);
    return problem === null ? [] : [{ path: `${path}[${index}].url`, problem }];
  });
}

function hostProblems(path: string, hosts: readonly string[]): { path: string; problem: string }[] {
  return hosts.flatMap((host, index) => {
    const isRepeated = hosts.indexOf(host) < index;
    if (isHostName(host) && !isRepeated) return [];
    const problem = isRepeated
      ? 'is in the list already'
      : 'must be a host name in lower case and ASCII, such as youtube.com';
    return [{ path: `${path}[${index}]`, problem }];
  });
}

function announcementProblems(
  path: string,
  announcement: SiteAnnouncement | null | undefined,
): { path: string; problem: string }[] {
  const { link, from, until } = announcement ?? {};
  const linkProblem = link ? findLinkProblem(link.url) : null;
  const isEndless = from === undefined || until === undefined || new Date(from) < new Date(until);
  return [
    ...(linkProblem === null ? [] : [{ path: `${path}.link.url`, problem: linkProblem }]),
    ...(isEndless ? [] : [{ path: `${path}.until`, problem: 'must be after "from"' }]),
  ];
}

/** The problem of the URL of a link as the rest of a sentence, or null. */
export function findLinkProblem(url: string): string | null {
  if (/[\s\p{Cc}\\]/u.test(url)) return 'must not contain whitespace or "\\"';
  if (url.startsWith('/') && !url.startsWith('//')) return null;
  const parsed = isFullUrl(url) ? parseUrl(url) : undefined;
  if (!parsed || !['https:', 'http:', 'mailto:'].includes(parsed.protocol)) {
    return 'must be a path that begins with "/", or a full URL, such as https://example.com';
  }
  return parsed.username === '' && parsed.password === '' ? null : 'must not contain a user name or password';
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The ids of the pictures that an update refers to, each once. */
export function pictureIdsOf({ logo, favicon }: SiteCustomizationUpdate): string[] {
  return [...new Set([logo?.light, logo?.dark, favicon].filter((id) => typeof id === 'string'))];
}

/**
 * The customization after an update.
 *
 * @param pictures those of the site that the update refers to; 400 where one is missing
 */
export function applyUpdate(
  before: StoredCustomization,
  update: SiteCustomizationUpdate,
  pictures: ReadonlyMap<string, StoredPicture>,
): StoredCustomization {
  const find = (path: string, id: string): StoredPicture => {
    const picture = pictures.get(id);
    if (!picture) throw badValue(path, 'is not a picture of this site');
    return picture;
  };
  const newLogo = update.logo && {
    light: find('body.logo.light', update.logo.light),
    ...(update.logo.dark !== undefined && { dark: find('body.logo.dark', update.logo.dark) }),
  };
  const newFavicon =
    typeof update.favicon === 'string' ? find('body.favicon', update.favicon) : update.favicon;
  return withoutUndefined({
    title: changed(before.title, update.title),
    styling: update.styling ? applyStyling(before.styling, update.styling) : before.styling,
    internationalization: changed(before.internationalization, update.internationalization),
    logo: changed(before.logo, newLogo),
    favicon: changed(before.favicon, newFavicon),
    headerLinks: changed(before.headerLinks, update.headerLinks),
    footerLinks: changed(before.footerLinks, update.footerLinks),
    embedHosts: changed(before.embedHosts, update.embedHosts),
    externalRequests: changed(before.externalRequests, update.externalRequests),
    announcement: changed(before.announcement, update.announcement),
  });
}

function applyStyling(current: SiteStyling = {}, { sidebar, ...update }: SiteStylingUpdate): SiteStyling {
  const removed = new Set(Object.keys(update).filter((name) => update[name as keyof typeof update] === null));
  const merged = { ...current, ...update, ...(sidebar && { sidebar: { ...current.sidebar, ...sidebar } }) };
  return Object.fromEntries(Object.entries(merged).filter(([name]) => !removed.has(name)));
}

/** Undefined keeps a value, null removes it. */
function changed<Value>(current: Value | undefined, next: Value | null | undefined): Value | undefined {
  return next === undefined ? current : (next ?? undefined);
}

type Defined<Values> = { [Name in keyof Values]: Exclude<Values[Name], undefined> };

function withoutUndefined<Values extends object>(values: Values): Partial<Defined<Values>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Defined<Values>
  >;
}

/** Where pictures are shown in the console. */
export interface PictureContext {
  siteId: string;
  service: ServiceSettings;
  now: Date;
}

export function toPictureView(
  { id, contentType, width, height }: StoredPicture,
  { siteId, service, now }: PictureContext,
): SitePicture {
  return {
    object: 'site-picture',
    id,
    contentType,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    url: signUrl(service, `/files/sites/${siteId}/${id}`, now),
  };
}

export function toCustomizationView(
  customization: StoredCustomization,
  updatedAt: Date | null,
  context: PictureContext,
): SiteCustomizationSettings {
  const { title, styling, internationalization, logo, favicon, headerLinks, footerLinks } = customization;
  return {
    object: 'site-customization',
    ...(title !== undefined && { title }),
    styling: styling ?? {},
    ...(internationalization && { internationalization }),
    ...(logo && {
      logo: {
        light: toPictureView(logo.light, context),
        ...(logo.dark && { dark: toPictureView(logo.dark, context) }),
      },
    }),
    ...(favicon && { favicon: toPictureView(favicon, context) }),
    headerLinks: headerLinks ?? [],
    footerLinks: footerLinks ?? [],
    embedHosts: customization.embedHosts ?? [],
    externalRequests: customization.externalRequests ?? 'allowed',
    ...(customization.announcement && { announcement: customization.announcement }),
    ...(updatedAt && { updatedAt: updatedAt.toISOString() }),
  };
}
