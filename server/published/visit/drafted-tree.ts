import type { FastifyRequest } from 'fastify';
import type { SiteTree } from './site-tree.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by what knows how drafts are applied, which published sites do not. */
    findDraftedTree: FindDraftedTree;
  }
}

/** The structure of a site with the changes of its draft. */
export interface DraftedTree {
  tree: SiteTree;
  /** The ids that what the draft adds has in the tree, by its ids in the draft (`new:…`). */
  added: ReadonlyMap<string, string>;
}

/**
 * The tree of a site as its draft leaves it, for a member who may change the structure; undefined where the draft has no
 * changes. Throws an `ApiError` where the member may not, or a change can't be made.
 */
export type FindDraftedTree = (
  request: Pick<FastifyRequest, 'db' | 'gone' | 'service'>,
  site: { organizationId: string; siteId: string; structureVersion: string },
  userId: string,
) => Promise<DraftedTree | undefined>;
