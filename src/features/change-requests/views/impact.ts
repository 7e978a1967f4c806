/** What a merge would do elsewhere: links from other spaces that it breaks, change requests that touch the same pages. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { listChangeRequests, listSpaceLinks } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, ContentChange, LinkReference, Space } from '#api/generated/types.gen.ts';
import { allSpaces } from '#src/api/all-spaces.ts';
import { gatherAll } from '#src/api/gather.ts';
import { mapFew } from '#src/lib/map-few.ts';
import { readChanges } from './sides.ts';

/** Requests under way at a time while many spaces or change requests are looked through. */
const atOnce = 3;

/** What goes away or gets another address with a merge, by the identifiers of pages and files. */
export interface Leaving {
  deleted: ReadonlySet<string>;
  readdressed: readonly { id: string; title: string; from: string; to: string }[];
}

/** What of a change request's changes can break links. */
export function leavingOf(changes: readonly ContentChange[]): Leaving {
  const deleted = changes.flatMap(({ type, page, file }) =>
    type === 'page_deleted' || type === 'file_deleted' ? [(page ?? file)?.id ?? ''] : [],
  );
  const readdressed = changes.flatMap(({ page }) =>
    page?.previousPath === undefined
      ? []
      : [{ id: page.id, title: page.title, from: page.previousPath, to: page.path }],
  );
  return { deleted: new Set(deleted), readdressed };
}

/** A link elsewhere that a merge breaks. */
export interface BrokenElsewhere {
  space: Pick<Space, 'id' | 'title'>;
  from: LinkReference | undefined;
  target: string;
}

/** What was found, and how much was looked through. */
export interface ElsewhereFinds {
  broken: BrokenElsewhere[];
  /** Spaces whose links were read. */
  scanned: number;
  /** Spaces that could not be read. */
  failed: number;
}

/**
 * Looks through the links of every other space for those to pages that go away.
 *
 * @param onProgress told after each space: how many of how many
 */
export async function findBrokenElsewhere(
  queryClient: QueryClient,
  scope: { organizationId: string; spaceId: string },
  { deleted }: Leaving,
  onProgress: (done: number, total: number) => void,
): Promise<ElsewhereFinds> {
  const all = await allSpaces(queryClient, scope.organizationId);
  const spaces = all.filter(({ id }) => id !== scope.spaceId);
  const finds: ElsewhereFinds = { broken: [], scanned: 0, failed: 0 };
  await mapFew(spaces, atOnce, async (space) => {
    try {
      finds.broken.push(...(await linksInto(space, scope.spaceId, deleted)));
      finds.scanned += 1;
    } catch {
      finds.failed += 1;
    }
    onProgress(finds.scanned + finds.failed, spaces.length);
  });
  return finds;
}

async function linksInto(
  space: Space,
  spaceId: string,
  deleted: ReadonlySet<string>,
): Promise<BrokenElsewhere[]> {
  const path = { spaceId: space.id };
  const links = await gatherAll(
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

/** Another open change request, with the titles of the pages that both touch. */
export interface Overlap {
  changeRequest: ChangeRequest;
  pages: string[];
}

/** What one state of a change request touches: kept by its revision, which never changes. */
function touchedBy(spaceId: string, { id: changeRequestId, revision }: ChangeRequest) {
  return queryOptions({
    queryKey: ['touched', spaceId, changeRequestId, revision],
    queryFn: async ({ signal }) => {
      const { changes } = await readChanges({ spaceId, changeRequestId }, {}, signal);
      return changes.flatMap(({ page }) => page?.id ?? []);
    },
    staleTime: Infinity,
    gcTime: 30 * 60_000,
  });
}

/**
 * The other open change requests of a space that touch the same pages: merging one makes the others outdated, and may
 * give them conflicts.
 */
export async function findOverlaps(
  queryClient: QueryClient,
  spaceId: string,
  own: ChangeRequest,
  changes: readonly ContentChange[],
): Promise<{ overlaps: Overlap[]; looked: number }> {
  const titles = new Map(changes.flatMap(({ page }) => (page ? [[page.id, page.title]] : [])));
  const open = await gatherAll(async (page) => {
    const query = { ...page, status: 'open' } as const;
    return (await listChangeRequests({ path: { spaceId }, query, throwOnError: true })).data;
  });
  const others = open.filter(({ id }) => id !== own.id);
  const found = await mapFew(others, atOnce, async (changeRequest): Promise<Overlap> => {
    const touched = await queryClient.ensureQueryData(touchedBy(spaceId, changeRequest));
    return { changeRequest, pages: touched.flatMap((id) => titles.get(id) ?? []) };
  });
  return { overlaps: found.filter(({ pages }) => pages.length > 0), looked: others.length };
}
