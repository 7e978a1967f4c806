import type { SiteStructure, SpaceBrokenLinks } from '#api/generated/types.gen.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';

/** What visitors will see of a site, and what is not in order there, one sentence each. */
export function describePublication(
  { structure }: Pick<SiteStructure, 'structure'>,
  areConditionsApplied: boolean,
  brokenLinks: readonly SpaceBrokenLinks[],
): string[] {
  const sections = structure.flatMap((item) => {
    if (item.object === 'site-section') return [item];
    return item.object === 'site-section-group' ? item.sections : [];
  });
  const siteSpaces = [
    ...structure.flatMap((item) => (item.object === 'site-space' ? [item] : [])),
    ...sections.flatMap((section) => section.siteSpaces),
  ];
  const spaceIds = new Set(siteSpaces.map(({ space }) => space.id));
  const titles = [...new Set(siteSpaces.map(({ title }) => title))];
  const conditions = [...sections, ...siteSpaces].filter(({ condition }) => condition).length;
  const broken = brokenLinks.filter(({ space, broken }) => broken > 0 && spaceIds.has(space.id));
  return [
    siteSpaces.length === 0
      ? 'Visitors find no pages: it has no spaces yet.'
      : `Visitors see ${formatNameList(titles, titles.length)}.`,
    ...(conditions === 0
      ? []
      : [
          areConditionsApplied
            ? `${formatCount(conditions, 'item')} only for visitors who meet a condition.`
            : `Adaptive content is off: ${formatCount(conditions, 'condition')} without effect.`,
        ]),
    ...broken.map(({ space, broken: count }) => `${formatCount(count, 'broken link')} in “${space.title}”.`),
  ];
}
