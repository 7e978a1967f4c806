import { listSitesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
/** Converts between form values and request bodies. */
import type { Organization, OrganizationUpdate, Site } from '#api/generated/types.gen.ts';

/** The sites offered as default content, limited to the first 1,000. */
export function selectableSitesOf(organizationId: string) {
  return listSitesOptions({ path: { organizationId }, query: { limit: 1000 } });
}

/**
 * No site, the sites, and the selected site if it is not listed (guests cannot list sites).
 *
 * @param chosen a site id, or an empty string
 */
export function siteSelectOptions(
  sites: readonly Site[],
  chosen: string,
): { value: string; label: string }[] {
  const options = [
    { value: '', label: 'None' },
    ...sites.map(({ id, title }) => ({ value: id, label: title })),
  ];
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: 'A site you can’t access' }];
}

/** Form values; missing values are empty strings. */
export interface GeneralSettings {
  title: string;
  logo: string;
  hostname: string;
  /** A site id. */
  defaultContent: string;
  ai: boolean;
}

export function generalSettingsOf(organization: Organization): GeneralSettings {
  return {
    title: organization.title,
    logo: organization.urls.logo ?? '',
    hostname: organization.hostname ?? '',
    defaultContent: organization.defaultContent?.site ?? '',
    ai: organization.ai ?? false,
  };
}

/** The request body with only the changed fields. The hostname cannot be removed. */
export function changedGeneral(from: GeneralSettings, to: GeneralSettings): OrganizationUpdate {
  const body: OrganizationUpdate = {};
  const [title, logo, hostname] = [to.title.trim(), to.logo.trim(), to.hostname.trim()];
  if (title !== from.title) body.title = title;
  if (logo !== from.logo) body.logo = logo === '' ? null : logo;
  if (hostname !== from.hostname && hostname !== '') body.hostname = hostname;
  if (to.defaultContent !== from.defaultContent)
    body.defaultContent = to.defaultContent === '' ? null : { type: 'site', site: to.defaultContent };
  if (to.ai !== from.ai) body.ai = to.ai;
  return body;
}
