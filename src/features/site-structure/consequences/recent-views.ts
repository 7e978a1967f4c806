/** How often readers have opened what addresses lead to. */
import { queryOptions } from '@tanstack/react-query';
import { aggregateSiteEvents } from '#api/generated/sdk.gen.ts';
import { ifOffered } from '#src/api/optional-requests.ts';
import { formatCount } from '#src/lib/text/format.ts';
import type { SitePath } from '../queries.ts';

/** As many values as the API compares with. */
const MAX_SITE_SPACES = 50;

interface RecentViews {
  views: number;
  /** Whether site spaces are left out. */
  isPartial: boolean;
}

/** Views by people in the last 30 days; null at servers that don't count them. */
export const recentViewsOptions = (path: SitePath, siteSpaces: readonly string[]) =>
  queryOptions({
    queryKey: ['aggregateSiteEvents', path.organizationId, path.siteId, 'recent', ...siteSpaces],
    queryFn: async ({ signal }): Promise<RecentViews | null> => {
      const body = {
        select: [{ column: 'eventsCount' as const }],
        range: 'last30Days' as const,
        where: [
          { column: 'siteSpace' as const, values: siteSpaces.slice(0, MAX_SITE_SPACES) },
          { column: 'visitorKind' as const, values: ['people'] },
        ],
      };
      const answer = await ifOffered(aggregateSiteEvents({ path, body, signal, throwOnError: true }));
      const views = Number(answer?.data.columns[0]?.values[0] ?? 0);
      return answer && { views, isPartial: siteSpaces.length > MAX_SITE_SPACES };
    },
  });

/** A sentence; undefined without views, which may also mean that the site doesn't count them. */
export function describeRecentViews({ views, isPartial }: RecentViews): string | undefined {
  if (views === 0) return undefined;
  return `Readers opened pages here ${isPartial ? 'at least ' : ''}${formatCount(views, 'time')} in the last 30 days.`;
}
