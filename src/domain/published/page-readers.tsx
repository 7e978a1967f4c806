import { Link } from '@tanstack/react-router';
import type { PageFigures } from '#api/generated/types.gen.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { describeViews, type SpaceOfSites, usePageFigures } from './page-figures.ts';

export interface PageReadersProps {
  space: SpaceOfSites;
  pageId: string;
  /** In wide windows it stands beside the text, in others below it. */
  isBeside: boolean;
}

/** How a page is read, for whoever edits it. Nothing where its figures are not known, or in a window of another width. */
export function PageReaders({ space, pageId, isBeside }: PageReadersProps) {
  const isWide = useMatches('(width >= 64rem)');
  const figures = usePageFigures(space);
  if (!figures || isWide !== isBeside) return null;
  const { days, sites, byPage } = figures;
  const none = { page: pageId, people: 0, agents: 0, helpful: 0, notHelpful: 0 };
  const ofPage = byPage.get(pageId) ?? none;
  const helpfulness = describeHelpfulness(ofPage);
  return (
    <section
      aria-label="Readers"
      className={
        isBeside
          ? 'shrink-0 rounded-lg border border-line px-3 py-2 text-sm'
          : 'border-t border-line px-3 py-2 text-sm'
      }
    >
      <p>{describeViews(ofPage, days)}</p>
      {helpfulness !== undefined && <p>{helpfulness}</p>}
      <p className="text-ink-soft">Insights:</p>
      <ul>
        {sites.slice(0, MAX_LINKS).map(({ id: siteId, title }) => (
          <li key={siteId} className="truncate">
            <Link
              to="/o/$organizationId/sites/$siteId/insights"
              params={{ organizationId: space.organizationId, siteId }}
              dir="auto"
              className="link"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A page that is on more sites has its figures of all, and links to these. */
const MAX_LINKS = 3;

/** "8 of 10 readers found it helpful"; undefined where nobody has answered. */
export function describeHelpfulness({ helpful, notHelpful }: PageFigures): string | undefined {
  const answers = helpful + notHelpful;
  if (answers === 0) return undefined;
  return `${formatNumber(helpful)} of ${formatCount(answers, 'reader')} found it helpful`;
}
