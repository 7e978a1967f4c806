import { Section } from '#src/components/layout/record.tsx';
import { numberOf, type SitePath, textOf, type useInsights } from './queries.ts';
import { MissingTable, NamesTable, PagesTable, SearchesTable } from './tables.tsx';

interface FigureListsProps {
  path: SitePath;
  figures: ReturnType<typeof useInsights>;
}

/** What is read, searched for and missed, and where readers come from. */
export function FigureLists({ path, figures }: FigureListsProps) {
  const withoutResult = figures.searchesWithoutResult.filter(
    (row) => numberOf(row, 'withoutResultCount') > 0,
  );
  return (
    <>
      <Section title="Pages">
        <PagesTable rows={figures.pages} before={figures.pagesBefore} />
      </Section>
      <Section title="Searches">
        <SearchesTable label="Searches" rows={figures.searches} />
      </Section>
      <Section title="Searches without a result">
        <SearchesTable label="Searches without a result" rows={withoutResult} />
      </Section>
      <Section title="Broken addresses">
        <p className="mb-2 text-ink-soft">Open one to add a redirect for it.</p>
        <MissingTable path={path} rows={figures.missing} />
      </Section>
      <Section title="Where readers come from">
        <NamesTable
          label="Host"
          noun="host"
          rows={figures.referrers}
          nameOf={(row) => textOf(row, 'referrerDomain')}
        />
      </Section>
      <Section title="Agents">
        <NamesTable
          label="Agent"
          noun="agent"
          rows={figures.agents}
          nameOf={(row) => textOf(row, 'visitorAgent')}
        />
      </Section>
    </>
  );
}
