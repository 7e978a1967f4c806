import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useList } from '#src/api/paging.ts';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { mergeRulesOf, spaceStopsOf } from '#src/features/merge-rules/queries.ts';
import { MergeRulesForm } from '#src/features/merge-rules/rules-form.tsx';
import { StopsTable } from '#src/features/merge-rules/stops-table.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

interface SpaceMergeRulesProps {
  organizationId: string;
  spaceId: string;
}

/** The merge rules of a space, and who was stopped by them. */
export function SpaceMergeRules({ organizationId, spaceId }: SpaceMergeRulesProps) {
  const scope = { organizationId, spaceId };
  const { data: rules } = useQuery(mergeRulesOf(scope));
  // The server has none.
  if (rules === null) return null;
  return (
    <>
      <Section title="Merge rules">
        <MergeRulesForm scope={scope} />
      </Section>
      {rules?.permissions.admin && (
        <Section title="Stopped by merge rules">
          <PanelBoundary resetKey={spaceId}>
            <Suspense fallback={<SkeletonRows rows={2} />}>
              <Stops organizationId={organizationId} spaceId={spaceId} />
            </Suspense>
          </PanelBoundary>
        </Section>
      )}
    </>
  );
}

function Stops({ organizationId, spaceId }: SpaceMergeRulesProps) {
  return <StopsTable organizationId={organizationId} list={useList(spaceStopsOf(spaceId))} />;
}
