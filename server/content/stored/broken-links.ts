import type { Kysely } from 'kysely';
import { Turns } from '#server/base/turns.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { flattenPages, linkedTextIds } from '../pages/page-tree.ts';
import type { StoredContent } from '../pages/storage.ts';
import { addressesOfFiles, withConnectedPages } from './connected-pages.ts';
import { loadTextLinks } from './parsed-texts.ts';
import { loadNamedOutlines, specificationNames } from './references/linked-specifications.ts';
import { linkResolver, type ResolvedLink } from './resolve-links.ts';

/** Identifies a link across two versions of the same content. */
export const linkKey = ({ page, url }: ResolvedLink): string => `${page.id} ${url}`;

/** The space of two versions of its content. */
interface ComparedSpace {
  id: string;
  organization_id: string;
}

/** How many links are broken in a version of a content that are not in an earlier one. */
export async function countNewlyBroken(
  db: Kysely<Database>,
  space: ComparedSpace,
  before: StoredContent,
  after: StoredContent,
): Promise<number> {
  const broken = await listBrokenLinks(db, space, after);
  if (broken.length === 0) return 0;
  const alreadyBroken = new Set((await listBrokenLinks(db, space, before)).map(linkKey));
  return broken.filter((link) => !alreadyBroken.has(linkKey(link))).length;
}

async function listBrokenLinks(
  db: Kysely<Database>,
  { id: spaceId, organization_id: organizationId }: ComparedSpace,
  content: StoredContent,
): Promise<ResolvedLink[]> {
  const textLinks = await loadTextLinks(db, linkedTextIds(content));
  const names = specificationNames(content.pages, textLinks);
  const outlines = await loadNamedOutlines(db, organizationId, names);
  const linked = { ...content, spaceId, textLinks, outlines };
  const linksAt = linkResolver(await withConnectedPages(db, linked, addressesOfFiles(content, textLinks)));
  const broken: ResolvedLink[] = [];
  const turns = new Turns();
  for (const page of flattenPages(content.pages)) {
    await turns.next();
    for (const link of linksAt(page)) if (link.status === 'broken') broken.push(link);
  }
  return broken;
}
