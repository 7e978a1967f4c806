import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Building2, ChevronRight } from 'lucide-react';
import { listOrganizationsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { PlainFrame } from '#src/domain/shell/plain-frame.tsx';
import { DomainLookup } from '#src/features/settings/domain-lookup.tsx';
import { searchParams, textParam } from '#src/lib/search-params.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';

/** A function, because the options depend on the current server. */
const organizationsQuery = () => listOrganizationsOptions({ query: { limit: 100 } });

const validateSearch = searchParams({ domain: textParam(253) });

export const Route = createFileRoute('/_shell/orgs')({
  validateSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(organizationsQuery()),
  component: Organizations,
});

function Organizations() {
  const { domain } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(organizationsQuery());
  return (
    <PlainFrame title="Organizations" description="Select an organization to manage.">
      {data.items.length === 0 ? (
        <EmptyState icon={<Building2 />} title="No organizations yet">
          You’re not a member of any organization. Ask an administrator for an invite link.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
          {data.items.map(({ id, title, urls, hostname, permissions }) => (
            <li key={id}>
              <Link
                to="/o/$organizationId"
                params={{ organizationId: id }}
                className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover"
              >
                <Avatar name={title} src={urls.logo} shape="square" className="size-9! text-xs!" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{title}</span>
                  {hostname && <span className="block truncate text-xs text-ink-soft">{hostname}</span>}
                </span>
                {permissions.admin && <Badge>Administrator</Badge>}
                <ChevronRight aria-hidden="true" className="size-4 text-ink-soft" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <DomainLookup
          domain={domain}
          onLookUp={(next) => void navigate({ search: { domain: next }, replace: true })}
        />
      </div>
    </PlainFrame>
  );
}
