import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import type { ReusableContent } from '#api/generated/types.gen.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';

/** As many pages as a sentence names. */
const maxNamed = 5;

/** "Shown on 3 pages: A, B and C." */
export function describeUses({ pageCount = 0, pages = [], includedIn = [] }: ReusableContent): string[] {
  const titles = pages.map(({ title }) => title ?? 'Untitled page');
  return [
    pageCount === 0
      ? 'No page shows it.'
      : `Shown on ${formatCount(pageCount, 'page')}: ${formatNameList(titles, pageCount, maxNamed)}.`,
    ...(includedIn.length > 0
      ? [
          `Part of other reusable content: ${formatNameList(
            includedIn.map(({ title }) => title),
            includedIn.length,
            maxNamed,
          )}.`,
        ]
      : []),
  ];
}

interface ContentUsesProps {
  content: ReusableContent;
  pageLink: (pageId: string) => LinkProps;
  contentLink: (id: string) => LinkProps;
}

/** The pages that show a reusable content, and the other ones that it is part of. */
export function ContentUses({ content, pageLink, contentLink }: ContentUsesProps) {
  const { pageCount = 0, pages = [], includedIn = [] } = content;
  return (
    <section aria-labelledby="content-uses" className="flex flex-col gap-2">
      <h3 id="content-uses" className="font-semibold">
        {pageCount === 0 ? 'Not shown on any page' : `Shown on ${formatCount(pageCount, 'page')}`}
      </h3>
      {pages.length > 0 && (
        <ul className="flex flex-col gap-1">
          {pages.map(({ id, title }) => (
            <li key={id}>
              <Link {...pageLink(id)} dir="auto" className="link">
                {title ?? 'Untitled page'}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {pageCount > pages.length && (
        <p className="text-xs text-ink-soft">
          Only the first {formatCount(pages.length, 'page')} are listed.
        </p>
      )}
      {includedIn.length > 0 && (
        <>
          <h3 className="mt-2 font-semibold">Part of</h3>
          <ul className="flex flex-col gap-1">
            {includedIn.map(({ id, title }) => (
              <li key={id}>
                <Link {...contentLink(id)} dir="auto" className="link">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
