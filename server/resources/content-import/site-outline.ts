import { parseCondition } from '#api/evaluate-condition.ts';
import type { PlannedSite, PlannedSiteItem } from '#server/content/import/import-plan.ts';
import type { ReportRow } from './import-runs.queries.ts';

/** A space of a site to make, by the folder of its book. */
export interface OutlineSpace {
  root: string;
  path?: string | undefined;
  condition?: string | undefined;
}

export interface OutlineSection {
  title: string;
  path?: string | undefined;
  description?: string | undefined;
  icon?: string | undefined;
  condition?: string | undefined;
  /** The title of its group. */
  group?: string | undefined;
  spaces: OutlineSpace[];
}

/** What a site shows, in order: sections, or spaces alone. */
export interface SiteOutline {
  title: string;
  sections: OutlineSection[];
}

const HIDDEN =
  'The site does not show it: it is hidden, a draft, or has a condition that cannot be read. Its space came in.';

/** Reads what can be made of a planned site. What is not certainly visible is left out and named. */
export function outlineSite(site: PlannedSite): { outline: SiteOutline; report: ReportRow[] } {
  const report: ReportRow[] = [];
  const leaveOut = (item: PlannedSiteItem, message: string) =>
    report.push({ path: item.root ?? item.path ?? item.title, kind: 'left-out', message });
  const isShown = (item: PlannedSiteItem) => {
    const isCertain = item.condition === undefined || isReadable(item.condition);
    if (item.isHidden !== true && isCertain) return true;
    leaveOut(item, HIDDEN);
    return false;
  };
  const spacesOf = (items: readonly PlannedSiteItem[]): OutlineSpace[] =>
    items
      .filter(isShown)
      .toSorted((a, b) => Number(b.isDefault === true) - Number(a.isDefault === true))
      .flatMap(({ root, path, condition, children }) =>
        root === undefined ? spacesOf(children) : [{ root, path, condition }],
      );
  const sections: OutlineSection[] = [];
  const visit = (items: readonly PlannedSiteItem[], group?: string) => {
    for (const item of items.filter(isShown)) {
      if (item.type === 'section-group') {
        if (item.condition !== undefined) leaveOut(item, HIDDEN);
        else visit(item.children, group ?? item.title);
        continue;
      }
      const { title, path, description, icon } = item;
      const isSpace = item.type === 'space';
      const spaces = spacesOf(isSpace ? [item] : item.children);
      if (spaces.length === 0) leaveOut(item, 'The site does not show it: it has no space.');
      else if (isSpace) sections.push({ title, path, group, spaces });
      else sections.push({ title, path, description, icon, condition: item.condition, group, spaces });
    }
  };
  visit(site.structure);
  const first = site.structure.find(({ isDefault }) => isDefault)?.title;
  sections.sort((a, b) => Number(b.title === first) - Number(a.title === first));
  return { outline: { title: site.title, sections }, report };
}

function isReadable(condition: string): boolean {
  try {
    parseCondition(condition);
    return true;
  } catch {
    return false;
  }
}
