import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  getOrganizationOptions,
  getSpacePageFiguresOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { NamedSite, PageFigures } from '#api/generated/types.gen.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { useIsPainted } from '#src/ui/browser/use-is-painted.ts';

/** A space, and the organization whose sites show it. */
export interface SpaceOfSites {
  organizationId: string;
  spaceId: string;
}

/** How the pages of a space are read. */
export interface FiguresOfPages {
  days: number;
  sites: readonly NamedSite[];
  byPage: ReadonlyMap<string, PageFigures>;
}

/** Figures change by the second, and nobody waits for them. */
const STALE_MS = 5 * 60_000;

/**
 * How the pages of a space are read, once the screen is painted. Undefined for those who may not edit its sites, where none
 * of them counts, and where it can't be known: the screen is there for something else.
 */
export function usePageFigures({ organizationId, spaceId }: SpaceOfSites): FiguresOfPages | undefined {
  const isPainted = useIsPainted();
  const { data: organization } = useQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data } = useQuery({
    ...getSpacePageFiguresOptions({ path: { spaceId } }),
    enabled: isPainted && organization?.permissions.createContent === true,
    staleTime: STALE_MS,
  });
  return useMemo(() => {
    if (!data || data.sites.length === 0) return undefined;
    const byPage = new Map(data.pages.map((figures) => [figures.page, figures]));
    return { days: data.days, sites: data.sites, byPage };
  }, [data]);
}

/** "1,234 views by people and 56 by agents in 30 days" */
export const describeViews = ({ people, agents }: PageFigures, days: number): string =>
  `${formatCount(people, 'view')} by people${agents > 0 ? ` and ${formatNumber(agents)} by agents` : ''} in ${formatCount(days, 'day')}`;
