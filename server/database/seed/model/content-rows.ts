import { generateNKeysBetween } from 'fractional-indexing';
import { type AccessColumns, resolveAccess, contentLevelOf } from '#server/access/roles.ts';
import { randomText } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import type { Calendar } from './calendar.ts';
import type { CollectionSeed, ContentSeed, SpaceSeed } from './content-schemas.ts';
import { seedId } from './seed-ids.ts';

/** The rows of a content tree; revisions and counters of spaces are filled in later. */
export interface ContentRows {
  collections: Row<'collections'>[];
  spaces: { seed: SpaceSeed; row: Row<'spaces'> }[];
}

/** Builds the rows of a tree of collections and spaces: ranks per parent, access columns from the top down. */
export function buildContentRows(
  organizationId: string,
  tree: readonly ContentSeed[],
  calendar: Calendar,
): ContentRows {
  const rows: ContentRows = { collections: [], spaces: [] };
  const addChildren = (items: readonly ContentSeed[], parent: Row<'collections'> | null) => {
    const ranks = generateNKeysBetween(null, null, items.length);
    items.forEach((item, index) => {
      const position = { organizationId, parent, rank: ranks[index] ?? '', calendar };
      if (item.kind === 'space') {
        rows.spaces.push({ seed: item, row: spaceRow(item, position) });
        return;
      }
      const row = collectionRow(item, position);
      rows.collections.push(row);
      addChildren(item.items, row);
    });
  };
  addChildren(tree, null);
  return rows;
}

interface ContentPosition {
  organizationId: string;
  parent: (AccessColumns & { id: string }) | null;
  rank: string;
  calendar: Calendar;
}

function positionColumns(
  kind: string,
  seed: ContentSeed,
  { organizationId, parent, rank, calendar }: ContentPosition,
) {
  const node = {
    id: seedId(kind, seed.key),
    default_level: contentLevelOf(seed.level === undefined ? 'inherit' : seed.level),
  };
  return {
    ...node,
    organization_id: organizationId,
    parent_id: parent?.id ?? null,
    title: seed.title,
    ...resolveAccess(node, parent),
    rank,
    created_at: calendar.ago(seed.createdAgo),
    updated_at: calendar.ago(seed.createdAgo * 0.4),
  };
}

function collectionRow(seed: CollectionSeed, position: ContentPosition): Row<'collections'> {
  return { ...positionColumns('collection', seed, position), description: seed.description ?? null };
}

function spaceRow(seed: SpaceSeed, position: ContentPosition): Row<'spaces'> {
  const visibility = seed.visibility ?? 'private';
  return {
    ...positionColumns('space', seed, position),
    emoji: seed.emoji,
    visibility,
    edit_mode: seed.locked ? 'locked' : 'live',
    share_key: visibility === 'share-link' ? randomText(32) : null,
    git_sync: seed.gitSync
      ? { ...seed.gitSync, integration: 'git-sync', updatedAt: position.calendar.ago(0.3).toISOString() }
      : null,
    visitor_auth: seed.visitorAuth ?? null,
    revision_id: '',
    comments_open: 0,
    change_requests_total: 0,
    change_requests_open: 0,
    change_requests_draft: 0,
    change_requests_number: 0,
    deleted_at: seed.deleted === undefined ? null : position.calendar.ago(seed.deleted),
  };
}
