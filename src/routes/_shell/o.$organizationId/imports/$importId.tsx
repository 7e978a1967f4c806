import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { loadOptional } from '#src/api/optional-lists.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { stateLabel } from '#src/features/imports/labels.ts';
import { importOf, optionalImports } from '#src/features/imports/queries.ts';
import { RunView } from '#src/features/imports/run-view.tsx';
import { Badge } from '#src/ui/badge.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/imports/$importId')({
  loader: ({ context: { queryClient }, params }) =>
    loadOptional(queryClient, optionalImports(params.organizationId), () =>
      queryClient.ensureQueryData(importOf(params)),
    ),
  component: Import,
});

/** One import. */
function Import() {
  const params = Route.useParams();
  const { organizationId } = params;
  const { data: run } = useSuspenseQuery(importOf(params));
  const { name, tone } = stateLabel(run.state);
  return (
    <Page
      title={run.from}
      crumbs={[
        { label: 'Content', link: linkOptions({ to: '/o/$organizationId/content', params }) },
        {
          label: 'Imports',
          link: linkOptions({ to: '/o/$organizationId/imports', params: { organizationId } }),
        },
        { label: run.from },
      ]}
      badges={<Badge tone={tone}>{name}</Badge>}
    >
      <RunView key={params.importId} {...params} />
    </Page>
  );
}
