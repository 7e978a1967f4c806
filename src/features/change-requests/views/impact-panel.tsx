import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChangeRequest, ContentChange } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/counts.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';
import { nameOf } from '../change-request-labels.ts';
import {
  type InboundLinkReport,
  findBrokenInboundLinks,
  findOverlaps,
  affectedTargetsOf,
  type Overlap,
} from './impact.ts';
import { ScanResult, useScan } from './scan-result.tsx';

interface ImpactPanelProps {
  organizationId: string;
  spaceId: string;
  changeRequest: ChangeRequest;
  changes: readonly ContentChange[];
}

/** What a merge affects outside the space. Checked on demand, because it needs many requests. */
export function ImpactPanel({ organizationId, spaceId, changeRequest, changes }: ImpactPanelProps) {
  const queryClient = useQueryClient();
  const affected = affectedTargetsOf(changes);
  const inboundLinks = useScan<InboundLinkReport>((onProgress) =>
    findBrokenInboundLinks(queryClient, { organizationId, spaceId }, affected, onProgress),
  );
  const overlaps = useScan<{ overlaps: Overlap[]; looked: number }>(() =>
    findOverlaps(queryClient, spaceId, changeRequest, changes),
  );
  return (
    <>
      <section aria-labelledby="impact-addresses" className="mt-8">
        <h2 id="impact-addresses" className="mb-2 text-base font-semibold">
          Changed paths
        </h2>
        {affected.pathChanges.length === 0 ? (
          <p className="text-ink-soft">No paths change.</p>
        ) : (
          <>
            <p className="mb-1 text-ink-soft">
              Links between pages update automatically. Links from other websites do not.
            </p>
            <ul className="list-disc pl-5">
              {affected.pathChanges.map(({ id, title, from, to }) => (
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
        {affected.deleted.size === 0 ? (
          <p className="text-ink-soft">No pages or files are deleted, so no links break.</p>
        ) : (
          <ScanResult search={inboundLinks} label="Check links from other spaces">
            {(found) => (
              <>
                <p className="mb-1">
                  {formatCount(found.broken.length, 'link')} would break. Checked{' '}
                  {formatCount(found.scanned, 'other space')}
                  {found.failed > 0 && `; couldn’t check ${formatCount(found.failed, 'space')}`}. Spaces you
                  can’t see are not checked.
                </p>
                <ul className="list-disc pl-5">
                  {found.broken.map(({ space, from, target }, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- a page may link to another twice
                    <li key={index} dir="auto">
                      {space.title}, {from?.page?.title ?? 'Untitled page'} → {target}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </ScanResult>
        )}
      </section>
      <section aria-labelledby="impact-overlaps" className="mt-8">
        <h2 id="impact-overlaps" className="mb-2 text-base font-semibold">
          Overlapping change requests
        </h2>
        <ScanResult search={overlaps} label="Check for overlaps">
          {(found) => (
            <>
              <p className="mb-1">
                {found.overlaps.length} of {formatCount(found.looked, 'other open change request')} change the
                same pages and become outdated when you merge this one.
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
                    : {formatNameList(pages, pages.length)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </ScanResult>
      </section>
    </>
  );
}
