import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ChartLine, Download } from 'lucide-react';
import { getOrganizationOptions, getSiteOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { loadList } from '#src/api/paging.ts';
import { loadPart } from '#src/api/parts.ts';
import { ErrorPage } from '#src/components/errors/error-page.tsx';
import { PanelBoundary } from '#src/components/errors/fetch-failure.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { downloadFigures } from '#src/features/insights/actions.ts';
import { Counting, countingOf } from '#src/features/insights/counting.tsx';
import { FeedbackList, feedbackOf, siteSpacesOf } from '#src/features/insights/feedback.tsx';
import { FigureLists } from '#src/features/insights/figure-lists.tsx';
import {
  daysOf,
  type InsightsSearch,
  listDays,
  parseInsightsSearch,
  queriesOf,
  useInsights,
} from '#src/features/insights/queries.ts';
import { SectionFilter, sectionsOf, useSectionTitle } from '#src/features/insights/section-filter.tsx';
import { Totals } from '#src/features/insights/totals.tsx';
import { toDays, ViewsChart, ViewsTable } from '#src/features/insights/views-chart.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Select } from '#src/ui/form/select.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/sites_/$siteId/insights')({
  validateSearch: parseInsightsSearch,
  loaderDeps: ({ search: { range, section, feedback = 'open' } }) => ({ range, section, feedback }),
  loader: async ({ context: { queryClient }, params, deps: { feedback, ...shown }, cause }) => {
    const today = new Date().toISOString().slice(0, 10);
    await Promise.all([
      ...queriesOf(params, { ...shown, today }).map((query) => queryClient.ensureQueryData(query)),
      loadPart(queryClient.ensureQueryData(countingOf(params))),
      loadPart(loadList(queryClient, feedbackOf(params, feedback), cause)),
      loadPart(queryClient.ensureQueryData(siteSpacesOf(params))),
      loadPart(queryClient.ensureQueryData(sectionsOf(params))),
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
  const search = Route.useSearch();
  const { range = '30d', section, feedback = 'open' } = search;
  const { today } = Route.useLoaderData();
  const navigate = Route.useNavigate();
  const { organizationId } = path;
  const { data: organization } = useSuspenseQuery(getOrganizationOptions({ path: { organizationId } }));
  const { data: site } = useSuspenseQuery(getSiteOptions({ path }));
  const figures = useInsights(path, { range, section, today });
  const sectionTitle = useSectionTitle(path, section);
  const shownTitle = sectionTitle === undefined ? site.title : `${site.title}, ${sectionTitle}`;
  const { now } = daysOf(range, today);
  const days = toDays(listDays(now), figures.views, figures.ofSite?.visitors);
  const setSearch = (next: InsightsSearch) =>
    void navigate({ search: { ...search, ...next }, replace: true });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-2">
        <Select
          aria-label="Time"
          options={rangeOptions}
          value={range}
          onChange={(next) => setSearch({ range: next })}
        />
        <SectionFilter path={path} section={section} onSection={(next) => setSearch({ section: next })} />
        <span className="grow text-ink-soft">
          Compared with the same time before. Days are in UTC; today is still counted.
        </span>
        <Button icon={<Download />} onClick={() => downloadFigures(shownTitle, { days, ...figures })}>
          Export CSV
        </Button>
      </div>
      <Totals {...figures} />
      <Section title="Views">
        <ViewsChart days={days} />
        <ViewsTable days={days} />
      </Section>
      <FigureLists path={path} figures={figures} />
      <PanelBoundary resetKey={site.id}>
        <FeedbackList
          path={path}
          organization={organization}
          state={feedback}
          onState={(next) => setSearch({ feedback: next })}
        />
        <Counting organization={organization} site={site} />
      </PanelBoundary>
    </>
  );
}
