/** Between what the form of the general settings holds and what the interface takes. */
import type { Organization, OrganizationUpdate } from '#api/generated/types.gen.ts';

/** What the form holds; the empty text for what is not there. */
export interface GeneralSettings {
  title: string;
  logo: string;
  hostname: string;
  /** Identifier of a site. */
  defaultContent: string;
  ai: boolean;
}

/** The settings as they are. */
export function generalSettingsOf(organization: Organization): GeneralSettings {
  return {
    title: organization.title,
    logo: organization.urls.logo ?? '',
    hostname: organization.hostname ?? '',
    defaultContent: organization.defaultContent?.site ?? '',
    ai: organization.ai ?? false,
  };
}

/** The body that leads from one state of the settings to another: only what differs. A hostname cannot be removed. */
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
