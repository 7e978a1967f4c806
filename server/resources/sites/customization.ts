import type { SiteCustomization } from '#api/generated/types.gen.ts';

/** How a site looks where nobody has chosen otherwise. */
const DEFAULTS: SiteCustomization = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#3451b2', dark: '#849dff' },
    tint: { color: { light: '#f4f5fa', dark: '#16181d' } },
    infoColor: { light: '#00749e', dark: '#70b8ff' },
    successColor: { light: '#218358', dark: '#3dd68c' },
    warningColor: { light: '#ab6400', dark: '#ffca16' },
    dangerColor: { light: '#ce2c31', dark: '#ff9592' },
    corners: 'rounded',
    links: 'default',
    font: 'Inter',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
};

/** The looks of a site: what was chosen for it, and defaults for the rest. */
export function completeCustomization(title: string, chosen: SiteCustomization): SiteCustomization {
  return {
    title,
    ...DEFAULTS,
    ...chosen,
    styling: { ...DEFAULTS.styling, ...chosen.styling },
  };
}
