import type { Kysely } from 'kysely';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from '#server/base/turns.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { enqueue, type JobHandlers } from '#server/queue/job-queue.ts';
import { flattenPages, linkedTextIds } from '../pages/page-tree.ts';
import { addressesOfFiles, withConnectedPages } from './connected-pages.ts';
import { loadTextLinks, type TextLinks } from './parsed-texts.ts';
import {
  findVersionsDigest,
  loadNamedOutlines,
  specificationNames,
} from './references/linked-specifications.ts';
import { type LinkedContent, linkResolver } from './resolve-links.ts';
import { getRevision } from './revisions.ts';

/** Links of larger spaces are counted after the transaction that changes them: any change may break any link. */
export const MAX_COUNTED_PAGES = 500;

/** How many pages are read before other work has its turn. */
const PAGES_PER_TURN = 200;

/** Job kind; the payload is {@link LinksToCount}. */
const COUNT_LINKS_JOB = 'count-links';

interface LinksToCount {
  spaceId: string;
  revisionId: string;
}

/** The columns of `space_indexes` that depend on all texts of a space. */
export interface LinkCounts {
  links: number;
  broken: number;
  /** The API specifications that its pages and texts name. */
  specs: readonly string[];
  spec_versions: string | null;
}

type CountedContent = Pick<LinkedContent, 'pages' | 'files' | 'reusableContents' | 'book'> & {
  id: string;
  organizationId: string;
};

/** Counts the links of a space. Other work has its turn between some pages. */
export async function countLinks(
  db: Kysely<Database>,
  space: CountedContent,
  allTexts: ReadonlyMap<string, TextLinks>,
): Promise<LinkCounts> {
  const texts = linkedTextIds(space).flatMap((id) => {
    const text = allTexts.get(id);
    return text ? [[id, text] as const] : [];
  });
  const textLinks = new Map(texts);
  const specs = specificationNames(space.pages, textLinks);
  const spec_versions = await findVersionsDigest(db, space.organizationId, specs);
  const outlines = await loadNamedOutlines(db, space.organizationId, specs);
  const linked = { ...space, spaceId: space.id, textLinks, outlines };
  const linksAt = linkResolver(await withConnectedPages(db, linked, addressesOfFiles(space, textLinks)));
  const counts = { links: 0, broken: 0, specs, spec_versions };
  const turns = new Turns();
  for (const page of flattenPages(space.pages)) {
    await turns.next();
    const links = linksAt(page);
    counts.links += links.length;
    counts.broken += links.filter(({ status }) => status === 'broken').length;
  }
  return counts;
}

/** The links and anchors of many texts. Other work has its turn between some texts. */
export async function loadLinksInTurns(
  db: Kysely<Database>,
  documentIds: readonly string[],
): Promise<Map<string, TextLinks>> {
  const textLinks = new Map<string, TextLinks>();
  for (let start = 0; start < documentIds.length; start += PAGES_PER_TURN) {
    const loaded = await loadTextLinks(db, documentIds.slice(start, start + PAGES_PER_TURN));
    for (const [id, links] of loaded) textLinks.set(id, links);
    await nextTurn();
  }
  return textLinks;
}

/** Queues counting of the links of spaces, to run after the transaction commits. */
export async function enqueueLinkCounts(
  db: Kysely<Database>,
  spaces: readonly LinksToCount[],
): Promise<void> {
  if (spaces.length === 0) return;
  const runAt = new Date();
  await enqueue(db, ...spaces.map((payload) => ({ kind: COUNT_LINKS_JOB, payload, runAt })));
}

export const linkJobs: JobHandlers = {
  [COUNT_LINKS_JOB]: async (db, payload) => {
    const { spaceId, revisionId }: Record<string, unknown> = Object(payload);
    if (typeof spaceId === 'string' && typeof revisionId === 'string')
      await writeLinkCounts(db, { spaceId, revisionId });
  },
};

/** Counts the links of the current revision of a space. A newer revision has a job of its own. */
async function writeLinkCounts(db: Kysely<Database>, { spaceId, revisionId }: LinksToCount): Promise<void> {
  const current = await db
    .selectFrom('space_indexes')
    .innerJoin('spaces', 'spaces.id', 'space_indexes.space_id')
    .select(['space_indexes.revision_id', 'spaces.organization_id as organizationId'])
    .where('space_indexes.space_id', '=', spaceId)
    .executeTakeFirst();
  if (current?.revision_id !== revisionId) return;
  const { organizationId } = current;
  const revision = await getRevision(db, spaceId, revisionId);
  const textLinks = await loadLinksInTurns(db, linkedTextIds(revision));
  const counts = await countLinks(db, { ...revision, id: spaceId, organizationId }, textLinks);
  await db
    .updateTable('space_indexes')
    .set({ ...counts, specs: [...counts.specs] })
    .where('space_id', '=', spaceId)
    .where('revision_id', '=', revisionId)
    .execute();
}
