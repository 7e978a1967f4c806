import { useSuspenseQuery } from '@tanstack/react-query';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { Callout } from '#src/ui/callout.tsx';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import type { SiteItem } from './audience.ts';
import { ClaimsPanel } from './claims-panel.tsx';
import { listClaims } from './claims.ts';
import { ConditionsPanel } from './conditions-panel.tsx';
import { schemaOf } from './schema-changes.ts';
import { Simulator } from './simulator.tsx';
import type { View, VisitorsSearch } from './visitors-search.ts';

interface VisitorsScreenProps {
  organization: Organization;
  site: Site;
  /** All site items in order, parents first. */
  items: readonly SiteItem[];
  search: VisitorsSearch;
  onSearch: (search: VisitorsSearch) => void;
}

const views: readonly { value: View; label: string }[] = [
  { value: 'simulator', label: 'Simulator' },
  { value: 'conditions', label: 'Conditions' },
  { value: 'claims', label: 'Claims' },
];

export function VisitorsScreen({ organization, site, items, search, onSearch }: VisitorsScreenProps) {
  const path = { organizationId: organization.id, siteId: site.id };
  const { data } = useSuspenseQuery(schemaOf(path));
  const claims = listClaims(data.jsonSchema);
  const shared = { path, items, claims, search, onSearch };
  const view = search.view ?? 'simulator';
  return (
    <div className="flex flex-col gap-4">
      <div>
        <SegmentedControl
          label="View"
          options={views}
          value={view}
          onChange={(next) => onSearch({ view: next })}
        />
      </div>
      {site.adaptiveContent?.enabled !== true && (
        <Callout tone="warning" title="Adaptive content is off">
          Every visitor sees everything. This page shows what applies once you turn it on in the site
          settings.
        </Callout>
      )}
      {view === 'simulator' && <Simulator {...shared} />}
      {view === 'conditions' && <ConditionsPanel {...shared} />}
      {view === 'claims' && (
        <ClaimsPanel {...shared} schema={data.jsonSchema} isAdministrator={organization.permissions.admin} />
      )}
    </div>
  );
}
