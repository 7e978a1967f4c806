import { useSuspenseQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { Suspense } from 'react';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { useCan } from '#src/api/extensions.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { SiteItem } from './audience.ts';
import type { Audience } from './authentication/authentication-panel.tsx';
import { ClaimsActions, ClaimsPanel } from './claims-panel.tsx';
import { listClaims, schemaOf } from './claims.ts';
import { ConditionsPanel } from './conditions-panel.tsx';
import { Simulator } from './simulator/simulator.tsx';
import type { View, VisitorsSearch } from './visitors-search.ts';

const AuthenticationPanel = lazyPart(async () => ({
  default: (await import('./authentication/authentication-panel.tsx')).AuthenticationPanel,
}));

interface VisitorsScreenProps {
  organization: Organization;
  site: Site;
  /** Who may read the site, in words. */
  audience: Audience;
  /** All site items in order, parents first. */
  items: readonly SiteItem[];
  search: VisitorsSearch;
  onSearch: (search: VisitorsSearch) => void;
}

const views: readonly { value: View; label: string }[] = [
  { value: 'simulator', label: 'Simulator' },
  { value: 'conditions', label: 'Conditions' },
  { value: 'claims', label: 'Claims' },
  { value: 'authentication', label: 'Authentication' },
];

/** The screen about visitors: views beside each other, of which the URL holds the open one. */
export function VisitorsScreen({
  organization,
  site,
  audience,
  items,
  search,
  onSearch,
}: VisitorsScreenProps) {
  const path = { organizationId: organization.id, siteId: site.id };
  const { data } = useSuspenseQuery(schemaOf(path));
  const claims = data && listClaims(data.jsonSchema);
  const shared = { path, items, search, onSearch };
  const segmentsDenial = reasonUnless(organization.permissions.createContent, permissionReasons.creator);
  const view = search.view ?? 'simulator';
  const can = useCan();
  const hasAuthentication = can('getSiteVisitorAuthentication') !== false;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label="View"
          options={views.filter(
            ({ value }) => value !== 'authentication' || value === view || hasAuthentication,
          )}
          value={view}
          onChange={(next) => onSearch({ view: next })}
        />
        {view === 'claims' && claims && claims.length > 0 && (
          <ClaimsActions isAdministrator={organization.permissions.admin} onSearch={onSearch} />
        )}
      </div>
      {view !== 'authentication' && site.adaptiveContent?.enabled !== true && (
        <Callout tone="warning" title="Adaptive content is off">
          Every visitor sees everything. This page shows what applies once you turn it on in the site
          settings.
        </Callout>
      )}
      {view === 'authentication' && (
        <Suspense fallback={<SkeletonRows label="Loading visitor authentication" />}>
          <AuthenticationPanel
            organization={organization}
            site={site}
            audience={audience}
            claims={claims ?? []}
            {...shared}
          />
        </Suspense>
      )}
      {view === 'conditions' && <ConditionsPanel {...shared} claims={claims ?? undefined} />}
      {claims && view === 'simulator' && <Simulator {...shared} claims={claims} denial={segmentsDenial} />}
      {claims && view === 'claims' && (
        <ClaimsPanel
          {...shared}
          claims={claims}
          schema={data.jsonSchema}
          isAdministrator={organization.permissions.admin}
        />
      )}
      {!claims && ['simulator', 'claims'].includes(view) && (
        <EmptyState icon={<UserSearch />} title="No visitor claims on this server">
          You can still edit conditions in the structure.
        </EmptyState>
      )}
    </div>
  );
}
