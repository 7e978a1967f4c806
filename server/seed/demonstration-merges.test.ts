import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { toDocument } from '#server/content/documents/document-nodes.ts';
import { comparePages } from '#server/content/merge/compare-content.ts';
import { flattenPages } from '#server/content/pages/page-tree.ts';
import { loadTexts, getRevision } from '#server/content/stored/revisions.ts';
import { baseRevisionOf, mergeVersions } from '#server/resources/change-requests/merge-versions.ts';
import { sharedDemonstration, type SeededDatabase } from '#server/test/seeded-database.ts';

let seeded: SeededDatabase;

beforeAll(async () => {
  seeded = await sharedDemonstration();
});

/** All unmerged change requests, each with the current revision of its space. */
function unmerged() {
  return seeded.db
    .selectFrom('change_requests')
    .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
    .where('change_requests.status', '!=', 'merged')
    .selectAll('change_requests')
    .select('spaces.revision_id as head')
    .execute();
}

/** The conflicts of change requests that collide with their space, by subject. */
const COLLIDING = {
  'Snow on the lens is not ice': ['markdown'],
  'Fouling moves to the service manual': ['page'],
  'pH: three buffers where the river is acid': ['markdown'],
  'Rate limits: bursts': ['markdown'],
};
/** Change requests that are outdated but have no conflicts. */
const BEHIND = [
  'Battery life measured again, with firmware 4.2',
  'Documents up to 4 MiB',
  'Give distances in feet as well',
  'Prices for a year in advance',
  'Say in which order quality is checked',
  'Switching takes five minutes now',
];

describe('the change requests of the demonstration', () => {
  it('merge or conflict as intended', async () => {
    const colliding: Record<string, string[]> = {};
    const behind: string[] = [];
    for (const row of await unmerged()) {
      const { conflicts, content } = await mergeVersions(seeded.db, row, row.head);
      const isOutdated = baseRevisionOf(row) !== row.head;
      if (conflicts.length > 0) colliding[row.subject] = conflicts.flatMap(({ attributes }) => attributes);
      else if (isOutdated) behind.push(row.subject);
      const paths = flattenPages(content.pages).map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
    }
    expect(colliding).toEqual(COLLIDING);
    expect(behind.toSorted()).toEqual(BEHIND);
  });

  it('contain only their own edits', async () => {
    for (const row of await unmerged()) {
      const revisions = await Promise.all(
        [baseRevisionOf(row), row.revision_id, row.head].map((id) =>
          getRevision(seeded.db, row.space_id, id),
        ),
      );
      const [base, request, head] = revisions.map(({ pages }) => pages);
      if (!base || !request || !head || row.subject in COLLIDING) continue;
      const { content } = await mergeVersions(seeded.db, row, row.head);
      const idsOf = (changes: ReturnType<typeof comparePages>) =>
        changes.map(({ page }) => page.id).toSorted();
      expect(idsOf(comparePages(head, content.pages)), row.subject).toEqual(
        idsOf(comparePages(base, request)),
      );
    }
  });
});

describe('the comments of the demonstration', () => {
  it('refer to blocks of the page as it was', async () => {
    const comments = await seeded.db
      .selectFrom('comments')
      .select(['node_id', 'node_preview', 'page_document_id'])
      .where('node_id', 'is not', null)
      .execute();
    expect(comments.length).toBeGreaterThan(10);
    const texts = await loadTexts(
      seeded.db,
      comments.map((comment) => comment.page_document_id ?? ''),
    );
    for (const comment of comments) {
      const { nodes = [] }: DocumentNode = toDocument(texts.get(comment.page_document_id ?? '') ?? '');
      expect(
        nodes.map((node) => node['id']),
        comment.node_preview ?? '',
      ).toContain(comment.node_id);
    }
  });
});
