import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import type { Site } from '#api/generated/types.gen.ts';
import { optionalPart } from '#src/components/errors/load-part.ts';
import type { ConditionChecks } from '#src/features/site-structure/condition-checks.ts';
import type { SitePath } from '#src/features/site-structure/queries.ts';

// Loaded lazily because it contains the condition parser.
const load = () => import('#src/features/visitors/condition-findings.tsx');

// Checking conditions is optional: if its code cannot be loaded, the screen still works.
const ConditionCheckList = optionalPart(async () => ({ default: (await load()).ConditionFindings }));

/** The condition checks used by the structure editor. */
export function useConditionChecks({ organizationId, siteId }: SitePath, site: Site): ConditionChecks {
  const queryClient = useQueryClient();
  const areApplied = site.adaptiveContent?.enabled ?? false;
  return useMemo(() => {
    const path = { organizationId, siteId };
    return {
      areApplied,
      findingsFor: (condition) => (
        <Suspense>
          <ConditionCheckList path={path} condition={condition} />
        </Suspense>
      ),
      confirmSave: async (condition) => {
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
