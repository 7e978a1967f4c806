import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import type { Site } from '#api/generated/types.gen.ts';
import type { ConditionChecks } from '#src/features/site-structure/condition-checks.ts';
import type { SitePath } from '#src/features/site-structure/structure-query.ts';

// The parser of conditions comes with it.
const load = () => import('#src/features/visitors/condition-findings.tsx');

// A condition can be written without being checked; one that cannot be fetched is no reason for a screen that fails.
const ConditionRemarks = lazy(() =>
  load().then(
    (part) => ({ default: part.ConditionFindings }),
    () => ({ default: () => null }),
  ),
);

/** What the structure's editor has to know about the conditions of a site. */
export function useConditionChecks({ organizationId, siteId }: SitePath, site: Site): ConditionChecks {
  const queryClient = useQueryClient();
  const areApplied = site.adaptiveContent?.enabled ?? false;
  return useMemo(() => {
    const path = { organizationId, siteId };
    return {
      areApplied,
      remarksOn: (condition) => (
        <Suspense>
          <ConditionRemarks path={path} condition={condition} />
        </Suspense>
      ),
      agreesTo: async (condition) => {
        const loaded = await load().catch(() => null);
        return loaded?.confirmCondition(queryClient, path, condition) ?? true;
      },
      switchOn: (
        <Link to="/o/$organizationId/sites/$siteId/settings" params={path} className="link">
          Turn it on
        </Link>
      ),
    };
  }, [queryClient, organizationId, siteId, areApplied]);
}
