import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Space } from '#api/generated/types.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { useHasImportRuns } from '#src/features/imports/capabilities.ts';
import { mergeRulesOf } from '#src/features/merge-rules/queries.ts';
import { SkeletonRows } from '#src/ui/skeleton.tsx';

const StartForm = lazyPart(async () => ({
  default: (await import('#src/features/imports/start-form.tsx')).StartForm,
}));
const UrlImportForm = lazyPart(async () => ({
  default: (await import('#src/features/spaces/import-form.tsx')).ImportForm,
}));

interface ImportIntoProps {
  organizationId: string;
  space: Space;
  hasPages: boolean;
  denialReason: string | undefined;
  /** The change request to import into, by number and identifier. */
  changeRequest?: { number: string; id: string };
}

/** Imports into a space or a change request of it; at servers without runs of imports from a URL only. */
export function ImportInto({
  organizationId,
  space,
  hasPages,
  denialReason,
  changeRequest,
}: ImportIntoProps) {
  const navigate = useNavigate();
  const hasRuns = useHasImportRuns();
  const options = mergeRulesOf({ organizationId, spaceId: space.id });
  const { data: rules, isLoading } = useQuery({ ...options, enabled: !changeRequest });
  if (hasRuns === undefined || isLoading) return <SkeletonRows rows={3} />;
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      {hasRuns ? (
        <StartForm
          organizationId={organizationId}
          target={{ spaceId: space.id, ...(changeRequest && { changeRequestId: changeRequest.id }) }}
          hasPages={hasPages}
          isLocked={space.editMode === 'locked' || rules?.changeRequestsOnly === true}
          disabledReason={denialReason}
          onStarted={({ id }) =>
            void navigate({
              to: '/o/$organizationId/imports/$importId',
              params: { organizationId, importId: id },
            })
          }
        />
      ) : (
        <UrlImportForm
          organizationId={organizationId}
          space={space}
          {...(changeRequest && {
            target: { changeRequest: changeRequest.number, id: changeRequest.id, denialReason },
          })}
        />
      )}
    </Suspense>
  );
}
