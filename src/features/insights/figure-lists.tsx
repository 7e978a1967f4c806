import { Section } from '#src/components/layout/record.tsx';
import { numberOf, type SitePath, textOf, type useInsights } from './queries.ts';
import { MissingTable, NamesTable, PagesTable, SearchesTable } from './tables.tsx';

interface FigureListsProps {
  path: SitePath;
  figures: ReturnType<typeof useInsights>;
}

/** What is read, searched for and missed, and where readers come from. */
export function FigureLists({ path, figures }: FigureListsProps) {
  const { pages, pagesBefore, referrers, agents, ofSite } = figures;
  return (
    <>
      <Section title="Pages">
        <PagesTable rows={pages} before={pagesBefore} />
      </Section>
      {ofSite ? (
        <SiteLists path={path} ofSite={ofSite} />
      ) : (
        <p className="mb-8 text-ink-soft">
          Visitors, searches and broken addresses are counted for the whole site.
        </p>
      )}
      <Section title="Where readers come from">
        <NamesTable
          label="Host"
          noun="host"
          rows={referrers}
          nameOf={(row) => textOf(row, 'referrerDomain')}
        />
      </Section>
      <Section title="Agents">
        <NamesTable label="Agent" noun="agent" rows={agents} nameOf={(row) => textOf(row, 'visitorAgent')} />
      </Section>
    </>
  );
}

interface SiteListsProps {
  path: SitePath;
  ofSite: NonNullable<FigureListsProps['figures']['ofSite']>;
}

/** What is not counted for each section. */
function SiteLists({ path, ofSite: { searches, searchesWithoutResult, missing } }: SiteListsProps) {
  const withoutResult = searchesWithoutResult.filter((row) => numberOf(row, 'withoutResultCount') > 0);
  return (
    <>
      <Section title="Searches">
        <SearchesTable label="Searches" rows={searches} />
      </Section>
      <Section title="Searches without a result">
        <SearchesTable label="Searches without a result" rows={withoutResult} />
      </Section>
      <Section title="Broken addresses">
        <p className="mb-2 text-ink-soft">Open one to add a redirect for it.</p>
        <MissingTable path={path} rows={missing} />
      </Section>
    </>
  );
}
