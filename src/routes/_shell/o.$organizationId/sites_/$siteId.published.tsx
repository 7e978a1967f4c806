import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { publishedOf } from '#src/features/published/published-query.ts';
import { PublishedView } from '#src/features/published/published-view.tsx';
import { countUnknown, fromStructure, siteStructureOptions } from '#src/features/site-structure/queries.ts';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { itemsOf } from '#src/routes/_shell/o.$organizationId/-site/site-items.ts';

const validateSearch = searchParams({ shareKey: textParam() });

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/published')({
  validateSearch,
  loaderDeps: ({ search: { shareKey } }) => ({ shareKey }),
  loader: ({ context: { queryClient }, params, deps }) =>
    Promise.all([
      queryClient.ensureQueryData(publishedOf(params, deps.shareKey)),
      queryClient.ensureQueryData(siteStructureOptions(queryClient, params)),
    ]),
  component: Published,
});

function Published() {
  const path = Route.useParams();
  const { shareKey } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: published } = useSuspenseQuery(publishedOf(path, shareKey));
  const { data: structure } = useSuspenseQuery(siteStructureOptions(useQueryClient(), path));
  return (
    <PublishedView
      key={shareKey}
      path={path}
      published={published}
      entries={itemsOf(fromStructure(published.structure))}
      edited={itemsOf(structure)}
      unknown={countUnknown(published.structure)}
      shareKey={shareKey}
      onShareKey={(next) => void navigate({ search: { shareKey: next } })}
    />
  );
}
