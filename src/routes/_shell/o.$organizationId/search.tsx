import { createFileRoute } from '@tanstack/react-router';
import { Link as LinkIcon, Search } from 'lucide-react';
import { useDeferredValue } from 'react';
import { SideBySide } from '#src/components/layout/record.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { copyLink } from '#src/domain/saved-views/view-entries.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { slugToParam } from '#src/features/api-specs/queries.ts';
import { EntityResults, PageResults } from '#src/features/search/results.tsx';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const validateSearch = searchParams({ q: textParam(256) });

export const Route = createFileRoute('/_shell/o/$organizationId/search')({
  validateSearch,
  component: SearchPage,
});

/** Searches page content, and everything else by name. */
function SearchPage() {
  const { organizationId } = Route.useParams();
  const { q = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useDeferredValue(q.trim());
  return (
    <Page
      title="Search"
      actions={
        <Button
          icon={<LinkIcon />}
          disabledReason={q === '' && 'Enter a search first.'}
          onClick={() => void copyLink()}
        >
          Copy link
        </Button>
      }
    >
      <SearchField
        label="Search organization"
        value={q}
        className="mb-6 max-w-xl"
        onSearch={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
      />
      {query === '' ? (
        <EmptyState icon={<Search />} title="Search this organization">
          Searches page content, and names of members, teams, sites, spaces, change requests and
          specifications.
        </EmptyState>
      ) : (
        <SideBySide
          sideLabel="Other results"
          side={<EntityResults organizationId={organizationId} query={query} slugPart={slugToParam} />}
        >
          <section aria-label="Pages">
            <PageResults organizationId={organizationId} query={query} />
          </section>
        </SideBySide>
      )}
    </Page>
  );
}
