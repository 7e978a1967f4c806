import { type Kysely, sql } from 'kysely';
import { Turns } from '#server/base/turns.ts';
import { divideByBytes, findUnchecked, loadCheckedTexts } from '#server/content/stored/checked-texts.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { placesOf } from '#server/published/view/reader-links.ts';
import { findRevisionIds } from '#server/published/visit/published-site.ts';
import { loadReaderContent, type ReaderContent } from '#server/published/visit/reader-content.ts';
import { addTranslations, aliveAt, type CheckedSite, filesOfSite, languageOf } from './check-site.ts';
import { type CheckedContent, checkSpace } from './check-space.ts';
import {
  type Difference,
  differenceOf,
  differentTextIds,
  MAX_UNCHECKED_BYTES,
  withoutTexts,
} from './content-difference.ts';
import { findLostFiles, findLostPages } from './lost-uses.ts';
import { Findings, type NewFinding } from './site-checks.rules.ts';

/** What is checked of a change request. */
export interface ReviewedChange extends Difference {
  organizationId: string;
  /** The site that shows the space. */
  checked: CheckedSite;
}

/** New findings, before those are left out that the reviewer may not read. */
interface NewFindings {
  /** Also new links to other sites, whatever these answer. */
  findings: NewFinding[];
  /** Whether the change is so large that not all of it is checked. */
  isPartial: boolean;
}

/** What a change adds to what readers stumble over. Only what differs is checked, on both sides. */
export async function findNewFindings(db: Kysely<Database>, change: ReviewedChange): Promise<NewFindings> {
  const { before, after, checked, organizationId } = change;
  const turns = new Turns();
  const { different, texts, isPartial } = await loadDifference(db, change);
  const others = [...placesOf(checked.tree).keys()].filter((id) => id !== after.spaceId);
  const lost = { db, turns, organizationId, before, after, different, checked: texts };
  const lostFiles = await findLostFiles(lost, new Set(filesOfSite(checked.site)));
  const lostPages = await findLostPages(lost, others);
  const lostIds = new Set(lostPages.map(({ page }) => page.id));
  const check = async (content: CheckedContent, isOrphan: (id: string) => boolean) => {
    const findings = new Findings();
    await checkSpace(
      { content, checked: texts },
      {
        findings,
        turns,
        uses: { files: new Set(), pages: { has: (id) => !isOrphan(id) } },
        isAlive: aliveAt(checked.site),
        checksLinks: checked.site.checks_links ?? true,
      },
    );
    return findings;
  };
  const checkedEntries = new Set([...different.after.entries, ...lostPages]);
  const entries = after.entries.filter((entry) => checkedEntries.has(entry));
  const { spaceId } = after;
  const then = await check({ ...different.before, spaceId, stored: { files: [] } }, () => false);
  const now = await check(
    { ...different.after, spaceId, entries, stored: { files: lostFiles.files } },
    (id) => lostIds.has(id),
  );
  await addMissing(db, { checked, content: before, findings: then, turns });
  await addMissing(db, { checked, content: after, findings: now, turns });
  return {
    findings: subtract(now.all(), then.all()),
    isPartial: isPartial || lostFiles.isPartial,
  };
}

/**
 * What differs, with its texts. Of texts that are not checked yet, the first ones are: whoever asks again gets more, as what is
 * checked is stored.
 */
async function loadDifference(db: Kysely<Database>, change: ReviewedChange) {
  const { different, isPartial } = differenceOf(change);
  const ids = differentTextIds(different);
  const [, ...later] = divideByBytes(await findUnchecked(db, ids), MAX_UNCHECKED_BYTES);
  const leftOut = new Set(later.flat());
  const texts = await loadCheckedTexts(
    db,
    ids.filter((id) => !leftOut.has(id)),
    change.organizationId,
  );
  return {
    different: withoutTexts(different, leftOut),
    texts,
    isPartial: isPartial || leftOut.size > 0,
  };
}

interface TranslatedContent {
  checked: CheckedSite;
  content: ReaderContent;
  findings: Findings;
  turns: Turns;
}

/** Pages that a language of the space lacks, where the site shows this content of it. */
async function addMissing(
  db: Kysely<Database>,
  { checked: { site, tree }, content, findings, turns }: TranslatedContent,
): Promise<void> {
  const sections = tree.sections.filter(({ siteSpaces }) =>
    siteSpaces.some(({ spaceId }) => spaceId === content.spaceId),
  );
  const ids = sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ spaceId }) => spaceId));
  const contents = new Map<string, ReaderContent>();
  for (const [id, revisionId] of await findRevisionIds(db, ids)) {
    const loaded = id === content.spaceId ? content : await loadReaderContent(db, revisionId);
    if (loaded) contents.set(id, loaded);
  }
  const translated = { tree: { ...tree, sections }, contents, siteLanguage: languageOf(site) };
  await addTranslations({ ...translated, findings, turns });
}

/** The same place of both sides; lines move. */
export const keyOf = ({ kind, space_id, page_id, content_id, file_id, detail }: NewFinding): string =>
  JSON.stringify([kind, space_id, page_id, content_id, file_id, detail]);

/** Findings that there are more of than before. */
function subtract(findings: readonly NewFinding[], before: readonly NewFinding[]): NewFinding[] {
  const counts = new Map<string, number>();
  for (const finding of before) counts.set(keyOf(finding), (counts.get(keyOf(finding)) ?? 0) + 1);
  return findings.filter((finding) => {
    const count = counts.get(keyOf(finding)) ?? 0;
    counts.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}

/** What is known of addresses of other sites. */
export async function findLinkAnswers(
  db: Kysely<Database>,
  urls: readonly string[],
): Promise<Map<string, { isDead: boolean; problem: string }>> {
  if (urls.length === 0) return new Map();
  const rows = await db
    .selectFrom('link_targets')
    .select(['url', 'is_dead as isDead', 'problem'])
    .where('url', '=', sql<string>`any(${urls}::text[])`)
    .execute();
  return new Map(rows.map(({ url, ...answer }) => [url, answer]));
}
