import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { FileUp, Plus, SearchX, Waypoints } from 'lucide-react';
import { Suspense, useDeferredValue } from 'react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList, useList } from '#src/api/paging.ts';
import { exportEntry } from '#src/components/bulk/export-entry.tsx';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { FilterBar } from '#src/components/table/filter-bar.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { SearchField } from '#src/components/table/search-field.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { ListMenu } from '#src/domain/saved-views/list-menu.tsx';
import { parseRedirectSearch, type RedirectSearch, redirectsOf } from '#src/features/redirects/queries.ts';
import { RedirectsTable } from '#src/features/redirects/table.tsx';
import { Button, type ButtonTone } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const RedirectForm = lazyPart(async () => ({
  default: (await import('#src/features/redirects/forms.tsx')).RedirectForm,
}));
const ImportRedirectsForm = lazyPart(async () => ({
  default: (await import('#src/features/redirects/import-form.tsx')).ImportRedirectsForm,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/redirects')({
  validateSearch: parseRedirectSearch,
  loaderDeps: ({ search: { q } }) => parseRedirectSearch({ q }),
  loader: ({ context: { queryClient }, params, deps, cause }) =>
    loadList(queryClient, redirectsOf(params, deps), cause),
  component: Redirects,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <EmptyState icon={<Waypoints />} title="Redirects aren’t available">
          The console can’t manage the redirects of this server.
        </EmptyState>
      }
    />
  ),
});

// oxlint-disable-next-line max-lines-per-function -- one screen: filter, list and empty states share its search
function Redirects() {
  const path = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { organizationId } = path;
  const visibleSearch = useDeferredValue(search);
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const disabledReason = reasonUnless(organization.permissions.createContent, permissionReasons.creator);
  const setSearch = (next: RedirectSearch) => void navigate({ search: next, replace: true });
  const open = (dialog: RedirectSearch['dialog'], redirect?: string) =>
    void navigate({ search: parseRedirectSearch({ q: search.q, dialog, redirect }) });

  const newButton = (tone: ButtonTone) => (
    <Button tone={tone} icon={<Plus />} disabledReason={disabledReason} onClick={() => open('new')}>
      New redirect
    </Button>
  );
  const empty =
    visibleSearch.q === undefined ? (
      <EmptyState
        icon={<Waypoints />}
        title="No redirects yet"
        action={disabledReason === undefined && newButton('neutral')}
      >
        Renamed and moved pages redirect by themselves. Add redirects for other old paths.
      </EmptyState>
    ) : (
      <EmptyState
        icon={<SearchX />}
        title={`No redirects match “${visibleSearch.q}”`}
        action={<Button onClick={() => setSearch({})}>Show all redirects</Button>}
      />
    );
  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        <div className="grow">
          <FilterBar
            active={0}
            onClear={() => setSearch({})}
            search={
              <SearchField
                label="Search redirects"
                value={search.q ?? ''}
                onSearch={(q) => setSearch(parseRedirectSearch({ q }))}
                className="w-full sm:w-80"
              />
            }
          >
            {null}
          </FilterBar>
        </div>
        <ListMenu
          moreEntries={() => [
            exportEntry(async () =>
              (await import('#src/features/redirects/actions.ts')).exportRedirects(path, site),
            ),
          ]}
        />
        <Button icon={<FileUp />} disabledReason={disabledReason} onClick={() => open('import')}>
          Import…
        </Button>
        {newButton('primary')}
      </div>
      <ListSection query={redirectsOf(path, visibleSearch)} isStale={visibleSearch.q !== search.q}>
        {(list) => (
          <RedirectsTable
            path={path}
            list={list}
            disabledReason={disabledReason}
            onEdit={({ id }) => open('edit', id)}
            empty={empty}
          />
        )}
      </ListSection>
      <ReadOnlyForm value={disabledReason}>
        <Suspense>
          <RedirectDialog search={search} onClose={() => setSearch(parseRedirectSearch({ q: search.q }))} />
        </Suspense>
      </ReadOnlyForm>
    </>
  );
}

function RedirectDialog({ search, onClose }: { search: RedirectSearch; onClose: () => void }) {
  const path = Route.useParams();
  if (search.dialog === 'new') return <RedirectForm path={path} source={search.from} onClose={onClose} />;
  if (search.dialog === 'import') return <ImportRedirectsForm path={path} onClose={onClose} />;
  return search.dialog === 'edit' ? <EditDialog search={search} onClose={onClose} /> : null;
}

/** A link to a redirect that the list doesn't show opens nothing. */
function EditDialog({ search, onClose }: { search: RedirectSearch; onClose: () => void }) {
  const path = Route.useParams();
  const redirect = useList(redirectsOf(path, search)).items.find(({ id }) => id === search.redirect);
  return redirect ? <RedirectForm path={path} redirect={redirect} onClose={onClose} /> : null;
}
