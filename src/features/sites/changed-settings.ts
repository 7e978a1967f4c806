/** Converts between form values and request bodies. */
import type { Site, SiteSection, SiteSpace, SiteUpdate } from '#api/generated/types.gen.ts';

/** Form values; missing values are empty strings. */
export interface SiteSettings {
  title: string;
  visibility: string;
  basename: string;
  proxy: string;
  adaptiveContent: boolean;
  defaultSiteSection: string;
  defaultSiteSpace: string;
}

export function settingsOf(
  site: Site,
  sections: readonly SiteSection[],
  siteSpaces: readonly SiteSpace[],
): SiteSettings {
  const section = sections.find((each) => each.default);
  const among = siteSpaces.filter((each) => (each.section ?? '') === (section?.id ?? ''));
  return {
    title: site.title,
    visibility: site.visibility,
    basename: site.basename ?? '',
    proxy: site.proxy?.origin.replace(/^https?:\/\//, '') ?? '',
    adaptiveContent: site.adaptiveContent?.enabled ?? false,
    defaultSiteSection: section?.id ?? '',
    defaultSiteSpace: among.find((each) => each.default)?.id ?? '',
  };
}

/** The request body with only the changed fields. */
export function changedSettings(from: SiteSettings, to: SiteSettings): SiteUpdate {
  const body: SiteUpdate = {};
  if (to.title.trim() !== from.title) body.title = to.title.trim();
  // The form offers only contract values and the current one.
  if (to.visibility !== from.visibility) body.visibility = to.visibility as SiteUpdate['visibility'];
  if (to.basename.trim() !== from.basename && to.basename.trim() !== '') body.basename = to.basename.trim();
  if (to.proxy.trim() !== from.proxy) body.proxy = to.proxy.trim() === '' ? null : to.proxy.trim();
  if (to.adaptiveContent !== from.adaptiveContent) body.adaptiveContent = { enabled: to.adaptiveContent };
  if (to.defaultSiteSection !== from.defaultSiteSection && to.defaultSiteSection !== '') {
    body.defaultSiteSection = to.defaultSiteSection;
  } else if (to.defaultSiteSpace !== from.defaultSiteSpace && to.defaultSiteSpace !== '') {
    body.defaultSiteSpace = to.defaultSiteSpace;
  }
  return body;
}
