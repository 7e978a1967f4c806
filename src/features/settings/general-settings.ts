/** Converts between form values and request bodies. */
import type { Organization, OrganizationUpdate } from '#api/generated/types.gen.ts';

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
