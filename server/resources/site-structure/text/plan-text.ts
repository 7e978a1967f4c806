import { type Kysely, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { StructureDraftChangeCreate } from '#api/generated/types.gen.ts';
import type { Membership } from '#server/access/actor.ts';
import { visibleSpaces } from '#server/access/content-access.ts';
import type { SiteText, SiteTextItem, SiteTextProblem } from '#server/content/source/site/site-text.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { MAX_STEPS } from '../drafts/drafts.queries.ts';
import { planStructure } from '../history/plan-structure.ts';
import type { PlannedStructure } from '../history/planned-structure.ts';
import { findSpaceTitles, readItemRows } from '../history/versions.queries.ts';
import { spaceIdsOf, toPlannedStructure } from '../history/versions.rules.ts';
import { matchStructureText } from './match-structure-text.ts';
import { writeStructureText } from './write-structure-text.ts';

interface SiteOfText {
  id: string;
  title: string;
}

/** The structure of a site with its text, and the version of the text. */
export interface CurrentText {
  structure: PlannedStructure;
  /** The titles of the spaces that it shows. */
  titles: ReadonlyMap<string, string>;
  text: string;
  version: string;
}

export async function readCurrentText(
  db: Kysely<Database>,
  organizationId: string,
  site: SiteOfText,
): Promise<CurrentText> {
  const rows = await readItemRows(db, site.id);
  const titles = await findSpaceTitles(db, organizationId, spaceIdsOf(rows));
  const structure = toPlannedStructure(rows, (id) => titles.has(id));
  const text = writeStructureText(structure, {
    siteTitle: site.title,
    titleOf: (id) => titles.get(id) ?? '',
  });
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { structure, titles, text, version };
}

export interface PlannedText {
  changes: StructureDraftChangeCreate[];
  problems: SiteTextProblem[];
}

/** The changes that make the structure the one of a text, or what is wrong with the text. */
export async function planText(
  db: Kysely<Database>,
  member: Membership,
  { site, current, text }: { site: SiteOfText; current: CurrentText; text: SiteText },
): Promise<PlannedText> {
  const named = flatten(text.items).filter(({ type }) => type === 'space');
  const seen = await findVisible(db, member, named);
  const titles = new Map([...current.titles, ...seen.map(({ id, title }) => [id, title] as const)]);
  const { target, problems } = matchStructureText(text, current.structure, {
    siteTitle: site.title,
    titleOf: (id) => titles.get(id),
    withTitle: (title) => seen.flatMap((space) => (space.title === title ? [space.id] : [])),
  });
  if (problems.length > 0) return { changes: [], problems };
  const changes = planStructure(current.structure, target, { titleOf: (id) => titles.get(id) ?? '' });
  if (changes.flatMap(({ steps }) => steps).length <= MAX_STEPS) return { changes, problems };
  const message = `It takes more than the ${MAX_STEPS} operations that a draft holds. Change less at once.`;
  return { changes: [], problems: [{ line: 1, message }] };
}

const flatten = (items: readonly SiteTextItem[]): SiteTextItem[] =>
  items.flatMap((item) => [item, ...flatten(item.children)]);

/** The spaces that a text names and the member can see. */
function findVisible(
  db: Kysely<Database>,
  member: Membership,
  items: readonly SiteTextItem[],
): Promise<{ id: string; title: string }[]> {
  const ids = items.flatMap(({ spaceId }) => spaceId ?? []);
  const titles = items.flatMap(({ title }) => title ?? []);
  return visibleSpaces(db, member, member.organizationId)
    .select(['spaces.id', 'spaces.title'])
    .where(sql<boolean>`(spaces.id = any(${ids}::text[]) or spaces.title = any(${titles}::text[]))`)
    .orderBy('spaces.id')
    .execute();
}
