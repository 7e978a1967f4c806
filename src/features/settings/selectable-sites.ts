import { listSitesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Site } from '#api/generated/types.gen.ts';

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
