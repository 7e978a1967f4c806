import type {
  SitePublishingCheck,
  SiteStructure,
  SpaceBrokenLinks,
  TextConditionProblem,
} from '#api/generated/types.gen.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';

const problemLabels: Readonly<Record<TextConditionProblem, string>> = {
  unclosed: 'has a condition without an end, which hides the rest of the page',
  unopened: 'has the end of a condition without its beginning',
  unreadable: 'has a condition that can’t be read, which hides what is in it',
};
/** More pages with such conditions are counted. */
const maxFindings = 5;

/** The content that visitors will see of a site, and its problems, one sentence each. */
export function describePublication(
  { structure }: Pick<SiteStructure, 'structure'>,
  areConditionsApplied: boolean,
  {
    brokenLinks = [],
    check,
  }: { brokenLinks?: readonly SpaceBrokenLinks[]; check?: SitePublishingCheck } = {},
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
      : `Visitors see ${formatNameList(titles, titles.length)}${
          check ? `, ${formatCount(check.pages, 'page')}` : ''
        }.`,
    ...(conditions === 0
      ? []
      : [
          areConditionsApplied
            ? `${formatCount(conditions, 'item')} only for visitors who meet a condition.`
            : `Adaptive content is off: ${formatCount(conditions, 'condition')} without effect.`,
        ]),
    ...broken.map(({ space, broken: count }) => `${formatCount(count, 'broken link')} in “${space.title}”.`),
    ...describeConditions(check?.conditions ?? []),
  ];
}

function describeConditions(findings: SitePublishingCheck['conditions']): string[] {
  const examples = findings
    .slice(0, maxFindings)
    .map(({ space, page, problem }) => `“${page.title}” in “${space.title}” ${problemLabels[problem]}.`);
  const others = findings.length - examples.length;
  return others === 0 ? examples : [...examples, `${formatCount(others, 'more page')} with such conditions.`];
}
