import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChangeRequest, ContentChange } from '#api/generated/types.gen.ts';
import { countOf } from '#src/lib/counts.ts';
import { nameSome } from '#src/lib/name-some.ts';
import { nameOf } from '../change-request-words.ts';
import { type ElsewhereFinds, findBrokenElsewhere, findOverlaps, leavingOf, type Overlap } from './impact.ts';
import { SearchResult, useSearch } from './search-result.tsx';

interface ImpactPanelProps {
  organizationId: string;
  spaceId: string;
  changeRequest: ChangeRequest;
  changes: readonly ContentChange[];
}

/** What merging does beyond the space: looked for when asked, as it means reading much. */
export function ImpactPanel({ organizationId, spaceId, changeRequest, changes }: ImpactPanelProps) {
  const queryClient = useQueryClient();
  const leaving = leavingOf(changes);
  const elsewhere = useSearch<ElsewhereFinds>((onProgress) =>
    findBrokenElsewhere(queryClient, { organizationId, spaceId }, leaving, onProgress),
  );
  const overlaps = useSearch<{ overlaps: Overlap[]; looked: number }>(() =>
    findOverlaps(queryClient, spaceId, changeRequest, changes),
  );
  return (
    <>
      <section aria-labelledby="impact-addresses" className="mt-8">
        <h2 id="impact-addresses" className="mb-2 text-base font-semibold">
          New addresses
        </h2>
        {leaving.readdressed.length === 0 ? (
          <p className="text-ink-soft">No page gets another address.</p>
        ) : (
          <>
            <p className="mb-1 text-ink-soft">
              Links between pages follow. Links on other websites to these addresses do not.
            </p>
            <ul className="list-disc pl-5">
              {leaving.readdressed.map(({ id, title, from, to }) => (
                <li key={id} dir="auto" className="wrap-anywhere">
                  {title}: <code>{from}</code> → <code>{to}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section aria-labelledby="impact-links" className="mt-8">
        <h2 id="impact-links" className="mb-2 text-base font-semibold">
          Links from other spaces
        </h2>
        {leaving.deleted.size === 0 ? (
          <p className="text-ink-soft">Nothing is deleted, so no link from another space breaks.</p>
        ) : (
          <SearchResult search={elsewhere} label="Look for links from other spaces">
            {(found) => (
              <>
                <p className="mb-1">
                  {countOf(found.broken.length, 'link')} would break. Read the links of{' '}
                  {countOf(found.scanned, 'other space')}
                  {found.failed > 0 && `; ${countOf(found.failed, 'space')} could not be read`}. Spaces that
                  you cannot see were not looked at.
                </p>
                <ul className="list-disc pl-5">
                  {found.broken.map(({ space, from, target }, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- a page may link to another twice
                    <li key={index} dir="auto">
                      {space.title}, {from?.page?.title ?? 'a page'} → {target}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </SearchResult>
        )}
      </section>
      <section aria-labelledby="impact-overlaps" className="mt-8">
        <h2 id="impact-overlaps" className="mb-2 text-base font-semibold">
          Other change requests on the same pages
        </h2>
        <SearchResult search={overlaps} label="Look for overlaps">
          {(found) => (
            <>
              <p className="mb-1">
                {found.overlaps.length} of {countOf(found.looked, 'other open change request')} touch the same
                pages. They become outdated by merging this one.
              </p>
              <ul className="list-disc pl-5">
                {found.overlaps.map(({ changeRequest: other, pages }) => (
                  <li key={other.id} dir="auto">
                    <Link
                      to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest"
                      params={{ organizationId, spaceId, changeRequest: String(other.number) }}
                      className="link"
                    >
                      {nameOf(other)}
                    </Link>
                    : {nameSome(pages, pages.length)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </SearchResult>
      </section>
    </>
  );
}
