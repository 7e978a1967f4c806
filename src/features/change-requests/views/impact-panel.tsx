import { useQueryClient, queryOptions, type QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listChangeRequests, listSpaceLinks } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, ContentChange, LinkReference, Space } from '#api/generated/types.gen.ts';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { fetchAllPages } from '#src/api/paging.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { formatCount, formatNameList, formatNumber } from '#src/lib/text/format.ts';
import { nameOf } from '../labels.ts';
import { ScanResult, useScan } from './scan-result.tsx';
import { fetchChanges } from './sides.ts';

/** Requests in parallel. */
const concurrency = 3;

/** Ids of deleted pages and files, and pages whose path changes. */
interface AffectedTargets {
  deleted: ReadonlySet<string>;
  pathChanges: readonly { id: string; title: string; from: string; to: string }[];
}

/** The changes that can break links. */
function affectedTargetsOf(changes: readonly ContentChange[]): AffectedTargets {
  const deleted = changes.flatMap(({ type, page, file }) =>
    type === 'page_deleted' || type === 'file_deleted' ? [(page ?? file)?.id ?? ''] : [],
  );
  const readdressed = changes.flatMap(({ page }) =>
    page?.previousPath === undefined
      ? []
      : [{ id: page.id, title: page.title, from: page.previousPath, to: page.path }],
  );
  return { deleted: new Set(deleted), pathChanges: readdressed };
}

/** A link in another space that a merge breaks. */
interface BrokenInboundLink {
  space: Pick<Space, 'id' | 'title'>;
  from: LinkReference | undefined;
  target: string;
}

/** Result and coverage of the check. */
interface InboundLinkReport {
  broken: BrokenInboundLink[];
  /** Spaces checked. */
  scanned: number;
  /** Spaces that couldn't be checked. */
  failed: number;
}

/** Searches the links of all other spaces for links to deleted pages. */
async function findBrokenInboundLinks(
  queryClient: QueryClient,
  scope: { organizationId: string; spaceId: string },
  { deleted }: AffectedTargets,
  onProgress: (done: number, total: number) => void,
): Promise<InboundLinkReport> {
  const all = await fetchAllSpaces(queryClient, scope.organizationId);
  const spaces = all.filter(({ id }) => id !== scope.spaceId);
  const report: InboundLinkReport = { broken: [], scanned: 0, failed: 0 };
  await mapLimit(spaces, concurrency, async (space) => {
    try {
      report.broken.push(...(await linksInto(space, scope.spaceId, deleted)));
      report.scanned += 1;
    } catch {
      report.failed += 1;
    }
    onProgress(report.scanned + report.failed, spaces.length);
  });
  return report;
}

async function linksInto(
  space: Space,
  spaceId: string,
  deleted: ReadonlySet<string>,
): Promise<BrokenInboundLink[]> {
  const path = { spaceId: space.id };
  const links = await fetchAllPages(
    async (query) => (await listSpaceLinks({ path, query, throwOnError: true })).data,
  );
  return links
    .filter(
      ({ targetReference: target }) => target?.space?.id === spaceId && deleted.has(target.page?.id ?? ''),
    )
    .flatMap(({ targetReference: target, locationReferences }) =>
      locationReferences.map((from) => ({ space, from, target: target?.page?.title ?? '' })),
    );
}

/** Another open change request, with the titles of pages that both change. */
interface Overlap {
  changeRequest: ChangeRequest;
  pages: string[];
}

/** Pages that a revision of a change request changes. Revisions never change, so the result is cached. */
function pagesChangedBy(spaceId: string, { id: changeRequestId, revision }: ChangeRequest) {
  return queryOptions({
    queryKey: ['touched', spaceId, changeRequestId, revision],
    queryFn: async ({ client, signal }) => {
      const { changes } = await fetchChanges(client, { spaceId, changeRequestId }, {}, signal);
      return changes.flatMap(({ page }) => page?.id ?? []);
    },
    staleTime: Infinity,
    gcTime: 30 * 60_000,
  });
}

/** Other open change requests on the same pages: merging one makes the others outdated and may cause conflicts. */
async function findOverlaps(
  queryClient: QueryClient,
  spaceId: string,
  own: ChangeRequest,
  changes: readonly ContentChange[],
): Promise<{ overlaps: Overlap[]; checkedCount: number }> {
  const titles = new Map(changes.flatMap(({ page }) => (page ? [[page.id, page.title]] : [])));
  const open = await fetchAllPages(async (page) => {
    const query = { ...page, status: 'open' } as const;
    return (await listChangeRequests({ path: { spaceId }, query, throwOnError: true })).data;
  });
  const others = open.filter(({ id }) => id !== own.id);
  const overlaps = await mapLimit(others, concurrency, async (changeRequest): Promise<Overlap> => {
    const touched = await queryClient.ensureQueryData(pagesChangedBy(spaceId, changeRequest));
    return { changeRequest, pages: touched.flatMap((id) => titles.get(id) ?? []) };
  });
  return { overlaps: overlaps.filter(({ pages }) => pages.length > 0), checkedCount: others.length };
}

interface ImpactPanelProps {
  organizationId: string;
  spaceId: string;
  changeRequest: ChangeRequest;
  changes: readonly ContentChange[];
}

/** The effects of a merge outside the space. */
export function ImpactPanel({ organizationId, spaceId, changeRequest, changes }: ImpactPanelProps) {
  const affected = affectedTargetsOf(changes);
  return (
    <>
      <ChangedPaths pathChanges={affected.pathChanges} />
      <InboundLinks organizationId={organizationId} spaceId={spaceId} affected={affected} />
      <Overlaps
        organizationId={organizationId}
        spaceId={spaceId}
        changeRequest={changeRequest}
        changes={changes}
      />
    </>
  );
}

function ChangedPaths({ pathChanges }: Pick<AffectedTargets, 'pathChanges'>) {
  return (
    <section aria-labelledby="impact-addresses" className="mt-8">
      <h2 id="impact-addresses" className="mb-2 text-base font-semibold">
        Changed paths
      </h2>
      {pathChanges.length === 0 ? (
        <p className="text-ink-soft">No paths change.</p>
      ) : (
        <>
          <p className="mb-1 text-ink-soft">
            Links between pages update automatically. Links from other websites do not.
          </p>
          <ul className="list-disc pl-5">
            {pathChanges.map(({ id, title, from, to }) => (
              <li key={id} dir="auto" className="wrap-anywhere">
                {title}: <code>{from}</code> → <code>{to}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface InboundLinksProps extends Pick<ImpactPanelProps, 'organizationId' | 'spaceId'> {
  affected: AffectedTargets;
}

/** Checked on demand, because it needs many requests. */
function InboundLinks({ organizationId, spaceId, affected }: InboundLinksProps) {
  const queryClient = useQueryClient();
  const inboundLinks = useScan<InboundLinkReport>((onProgress) =>
    findBrokenInboundLinks(queryClient, { organizationId, spaceId }, affected, onProgress),
  );
  return (
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
  );
}

/** Checked on demand, because it needs many requests. */
function Overlaps({ organizationId, spaceId, changeRequest, changes }: ImpactPanelProps) {
  const queryClient = useQueryClient();
  const overlaps = useScan<{ overlaps: Overlap[]; checkedCount: number }>(() =>
    findOverlaps(queryClient, spaceId, changeRequest, changes),
  );
  return (
    <section aria-labelledby="impact-overlaps" className="mt-8">
      <h2 id="impact-overlaps" className="mb-2 text-base font-semibold">
        Overlapping change requests
      </h2>
      <ScanResult search={overlaps} label="Check for overlaps">
        {(found) => (
          <>
            <p className="mb-1">
              {formatNumber(found.overlaps.length)} of{' '}
              {formatCount(found.checkedCount, 'other open change request')} change the same pages and become
              outdated when you merge this one.
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
  );
}
