import { type ReactNode, useMemo } from 'react';
import { formatNumber } from '#src/lib/text/format.ts';
import { describeViews, type FiguresOfPages, type SpaceOfSites, usePageFigures } from './page-figures.ts';

/** What the row of a page says of its readers, as its end and in words; undefined where nobody read it. */
export type PageReads = (pageId: string) => { mark: ReactNode; views: string } | undefined;

/** The same of all pages; undefined where nothing is known. */
export const toReads = (figures: FiguresOfPages | undefined): PageReads | undefined =>
  figures &&
  ((pageId) => {
    const ofPage = figures.byPage.get(pageId);
    if (!ofPage || ofPage.people + ofPage.agents === 0) return undefined;
    const views = describeViews(ofPage, figures.days);
    const mark = (
      <span data-tip={views} className="shrink-0 pr-1 text-xs text-ink-soft tabular-nums">
        {formatNumber(ofPage.people)}
      </span>
    );
    return { mark, views };
  });

/** {@link usePageFigures} for the rows of a tree. */
export function usePageReads(space: SpaceOfSites): PageReads | undefined {
  const figures = usePageFigures(space);
  return useMemo(() => toReads(figures), [figures]);
}
