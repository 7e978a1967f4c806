import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ChartLine, Download } from 'lucide-react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadPart } from '#src/api/parts.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { downloadFigures } from '#src/features/insights/actions.ts';
import { Counting, countingOf } from '#src/features/insights/counting.tsx';
import { FeedbackList } from '#src/features/insights/feedback.tsx';
import {
  daysOf,
  type InsightsSearch,
  listDays,
  numberOf,
  parseInsightsSearch,
  queriesOf,
  textOf,
  useInsights,
} from '#src/features/insights/queries.ts';
import { MissingTable, NamesTable, PagesTable, SearchesTable } from '#src/features/insights/tables.tsx';
import { Totals } from '#src/features/insights/totals.tsx';
import { toDays, ViewsChart, ViewsTable } from '#src/features/insights/views-chart.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/insights')({
  validateSearch: parseInsightsSearch,
  loaderDeps: ({ search: { range } }) => ({ range }),
  loader: async ({ context: { queryClient }, params, deps: { range } }) => {
    const today = new Date().toISOString().slice(0, 10);
    await Promise.all([
      ...queriesOf(params, range, today).map((query) => queryClient.ensureQueryData(query)),
      loadPart(queryClient.ensureQueryData(countingOf(params))),
    ]);
    return { today };
  },
  component: Insights,
  errorComponent: (props) => (
    <ErrorPage
      {...props}
      missing={
        <EmptyState icon={<ChartLine />} title="Insights aren’t available">
          This server doesn’t count what readers do.
        </EmptyState>
      }
    />
  ),
});

const rangeOptions = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '365d', label: 'Last 365 days' },
] as const;

function Insights() {
  const path = Route.useParams();
  const { range = '30d' } = Route.useSearch();
  const { today } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const found = useInsights(path, range, today);
  const { now } = daysOf(range, today);
  const days = toDays(listDays(now), found.views, found.visitors);
  const setRange = (next: NonNullable<InsightsSearch['range']>) =>
    void navigate({ search: { range: next }, replace: true });
  const withoutResult = found.searches
    .filter((row) => numberOf(row, 'withoutResultCount') > 0)
    .toSorted((one, other) => numberOf(other, 'withoutResultCount') - numberOf(one, 'withoutResultCount'));
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-2">
        <Select aria-label="Time" options={rangeOptions} value={range} onChange={setRange} />
        <span className="grow text-ink-soft">
          Compared with the same time before. Days are in UTC; today is still counted.
        </span>
        <Button icon={<Download />} onClick={() => downloadFigures(site.title, { days, ...found })}>
          Export CSV
        </Button>
      </div>
      <Totals {...found} />
      <Section title="Views">
        <ViewsChart days={days} />
        <ViewsTable days={days} />
      </Section>
      <Section title="Pages">
        <PagesTable rows={found.pages} before={found.pagesBefore} />
      </Section>
      <Section title="Searches">
        <SearchesTable label="Searches" rows={found.searches} />
      </Section>
      <Section title="Searches without a result">
        <SearchesTable label="Searches without a result" rows={withoutResult} />
      </Section>
      <Section title="Broken addresses">
        <p className="mb-2 text-ink-soft">Open one to add a redirect for it.</p>
        <MissingTable path={path} rows={found.missing} />
      </Section>
      <Section title="Where readers come from">
        <NamesTable
          label="Host"
          noun="host"
          rows={found.referrers}
          nameOf={(row) => textOf(row, 'referrerDomain')}
        />
      </Section>
      <Section title="Agents">
        <NamesTable
          label="Agent"
          noun="agent"
          rows={found.agents}
          nameOf={(row) => textOf(row, 'visitorAgent')}
        />
      </Section>
      <PanelBoundary resetKey={site.id}>
        <FeedbackList path={path} organization={organization} />
        <Counting organization={organization} site={site} />
      </PanelBoundary>
    </>
  );
}
