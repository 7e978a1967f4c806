/** What a merge affects elsewhere: links from other spaces that break, change requests on the same pages. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { listChangeRequests, listSpaceLinks } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, ContentChange, LinkReference, Space } from '#api/generated/types.gen.ts';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { fetchAllPages } from '#src/api/fetch-all-pages.ts';
import { mapLimit } from '#src/lib/map-limit.ts';
import { fetchChanges } from './sides.ts';

/** Requests in parallel. */
const concurrency = 3;

/** Ids of deleted pages and files, and pages whose path changes. */
export interface AffectedTargets {
  deleted: ReadonlySet<string>;
  pathChanges: readonly { id: string; title: string; from: string; to: string }[];
}

/** The changes that can break links. */
export function affectedTargetsOf(changes: readonly ContentChange[]): AffectedTargets {
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
export interface BrokenInboundLink {
  space: Pick<Space, 'id' | 'title'>;
  from: LinkReference | undefined;
  target: string;
}

/** Result and coverage of the check. */
export interface InboundLinkReport {
  broken: BrokenInboundLink[];
  /** Spaces checked. */
  scanned: number;
  /** Spaces that couldn't be checked. */
  failed: number;
}

/** Searches the links of all other spaces for links to deleted pages. */
export async function findBrokenInboundLinks(
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
export interface Overlap {
  changeRequest: ChangeRequest;
  pages: string[];
}

/** Pages that a revision of a change request changes. Revisions never change, so the result is cached. */
function pagesChangedBy(spaceId: string, { id: changeRequestId, revision }: ChangeRequest) {
  return queryOptions({
    queryKey: ['touched', spaceId, changeRequestId, revision],
    queryFn: async ({ signal }) => {
      const { changes } = await fetchChanges({ spaceId, changeRequestId }, {}, signal);
      return changes.flatMap(({ page }) => page?.id ?? []);
    },
    staleTime: Infinity,
    gcTime: 30 * 60_000,
  });
}

/** Other open change requests on the same pages: merging one makes the others outdated and may cause conflicts. */
export async function findOverlaps(
  queryClient: QueryClient,
  spaceId: string,
  own: ChangeRequest,
  changes: readonly ContentChange[],
): Promise<{ overlaps: Overlap[]; looked: number }> {
  const titles = new Map(changes.flatMap(({ page }) => (page ? [[page.id, page.title]] : [])));
  const open = await fetchAllPages(async (page) => {
    const query = { ...page, status: 'open' } as const;
    return (await listChangeRequests({ path: { spaceId }, query, throwOnError: true })).data;
  });
  const others = open.filter(({ id }) => id !== own.id);
  const found = await mapLimit(others, concurrency, async (changeRequest): Promise<Overlap> => {
    const touched = await queryClient.ensureQueryData(pagesChangedBy(spaceId, changeRequest));
    return { changeRequest, pages: touched.flatMap((id) => titles.get(id) ?? []) };
  });
  return { overlaps: found.filter(({ pages }) => pages.length > 0), looked: others.length };
}
