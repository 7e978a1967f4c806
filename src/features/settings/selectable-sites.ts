import { listSitesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Site } from '#api/generated/types.gen.ts';

/** The sites to choose the default content from; the first thousand are more than anybody picks from. */
export function selectableSitesOf(organizationId: string) {
  return listSitesOptions({ path: { organizationId }, query: { limit: 1000 } });
}

/**
 * The lines of the field: no site, the sites, and what is chosen where the list does not have it. Guests are shown no
 * sites, and still read that there is one.
 *
 * @param chosen the identifier of a site, or the empty text
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
