import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useDeferredValue } from 'react';
import { loadList, useListTotal } from '#src/api/paging.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { ListSection } from '#src/components/table/list-section.tsx';
import { TableSkeleton } from '#src/components/table/table-skeleton.tsx';
import { Page } from '#src/domain/shell/page.tsx';
import { MailFilters, MailTable } from '#src/features/mail/mail-queue.tsx';
import { type MailSearch, mailsOf, parseMailSearch } from '#src/features/mail/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

const skeleton = { columns: [11, 6, 20, 8.5] };

export const Route = createFileRoute('/_shell/o/$organizationId/settings/mail_/queue')({
  validateSearch: parseMailSearch,
  loaderDeps: ({ search }) => parseMailSearch(search),
  loader: ({ context: { queryClient }, params: { organizationId }, deps, cause }) =>
    loadList(queryClient, mailsOf(organizationId, deps), cause),
  component: MailQueue,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <Page title="Mail queue">
          <EmptyState icon={<Mail />} title="No mail queue on this server">
            This server doesn’t list its mail.
          </EmptyState>
        </Page>
      }
    />
  ),
  pendingComponent: () => (
    <Page isLoading title="Mail queue">
      <TableSkeleton {...skeleton} filters />
    </Page>
  ),
});

function MailQueue() {
  const { organizationId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const visibleSearch = useDeferredValue(search);
  const query = mailsOf(organizationId, visibleSearch);
  const setSearch = (next: MailSearch) => void navigate({ search: next, replace: true });
  const isFiltered = Object.values(search).some(Boolean);
  return (
    <Page
      title="Mail queue"
      description="Mail of this organization of the last 30 days."
      crumbs={[
        {
          label: 'Mail',
          link: linkOptions({ to: '/o/$organizationId/settings/mail', params: { organizationId } }),
        },
        { label: 'Queue' },
      ]}
      count={useListTotal(query)}
    >
      <MailFilters search={search} onChange={setSearch} />
      <ListSection
        query={query}
        isStale={visibleSearch !== search}
        skeleton={<TableSkeleton {...skeleton} />}
      >
        {(list) => (
          <MailTable
            organizationId={organizationId}
            list={list}
            empty={
              isFiltered ? (
                <EmptyState
                  icon={<Mail />}
                  title="No mail"
                  action={<Button onClick={() => setSearch({})}>Show all mail</Button>}
                >
                  No mail matches these filters.
                </EmptyState>
              ) : (
                <EmptyState icon={<Mail />} title="No mail yet">
                  Invitations and other mail of this organization appear here.
                </EmptyState>
              )
            }
          />
        )}
      </ListSection>
    </Page>
  );
}
