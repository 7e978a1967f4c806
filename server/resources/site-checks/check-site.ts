import { type Kysely, sql, type Transaction } from 'kysely';
import { createHash } from 'node:crypto';
import { newId } from '#server/base/ids.ts';
import { Turns } from '#server/base/turns.ts';
import { TEXT_CHECK_VERSION } from '#server/content/links/checked-text.ts';
import { languageOfLocale, languagesOf } from '#server/content/search/site-languages.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { findCopy } from '#server/published/view/navigation-view.ts';
import { placesOf } from '#server/published/view/reader-links.ts';
import { findRevisionIds } from '#server/published/visit/published-site.ts';
import { isListed, loadReaderContent, type ReaderContent } from '#server/published/visit/reader-content.ts';
import { loadSiteTree } from '#server/published/visit/site-tree.queries.ts';
import type { SiteTree } from '#server/published/visit/site-tree.ts';
import { enqueue, type JobHandlers } from '#server/queue/job-queue.ts';
import type { StoredCustomization } from '#server/sites/customization.ts';
import { noteLinks } from './ask-links.ts';
import { type CheckedSpace, checkSpace, readSpace, Uses } from './check-space.ts';
import { asksForUnknownClaim, Findings, toRow } from './site-checks.rules.ts';

/** Increase this when the check of a site gives another result. */
const SITE_CHECK_VERSION = 1;

const CHECK_SITE_JOB = 'check-site';

/** A site and what its findings depend on beside its spaces. */
export interface CheckedSite {
  site: {
    id: string;
    organization_id: string;
    structure_version: string;
    customization: StoredCustomization;
    adaptive_content: boolean;
    adaptive_schema: unknown;
    checks_links: boolean | null;
  };
  tree: SiteTree;
}

/** Everything that the findings of a site depend on, but the answers of other servers. */
interface SiteBasis extends CheckedSite {
  /** By space id, in the order of the site. */
  revisions: ReadonlyMap<string, string>;
  /** Another one means that the site has changed. */
  basis: string;
}

/** Undefined for a deleted one. */
export async function loadCheckedSite(
  db: Kysely<Database>,
  siteId: string,
): Promise<CheckedSite | undefined> {
  const site = await db
    .selectFrom('sites')
    .select(['id', 'organization_id', 'structure_version', 'adaptive_content', 'adaptive_schema'])
    .select([
      'checks_links',
      (column) => column.ref('customization').$castTo<StoredCustomization>().as('customization'),
    ])
    .where('id', '=', siteId)
    .executeTakeFirst();
  return site && { site, tree: await loadSiteTree(db, siteId, site.structure_version) };
}

/** Whether a condition can hold for any visitor of a site. */
export const aliveAt =
  ({ adaptive_content, adaptive_schema }: CheckedSite['site']) =>
  (expression: string): boolean =>
    !adaptive_content || !asksForUnknownClaim(expression, adaptive_schema);

/** Ids of files that a site itself shows: logos and other pictures may be files of its spaces. */
export const filesOfSite = ({ customization }: CheckedSite['site']): string[] =>
  [...JSON.stringify(customization).matchAll(/\/files\/([\w-]{1,100})/g)].map(([, id = '']) => id);

/** What a check of the site as it is now would depend on; undefined for a deleted one. */
export async function loadBasis(db: Kysely<Database>, siteId: string): Promise<SiteBasis | undefined> {
  const checked = await loadCheckedSite(db, siteId);
  if (!checked) return undefined;
  const { site, tree } = checked;
  const revisions = await findRevisionIds(db, [...placesOf(tree).keys()]);
  const parts = [SITE_CHECK_VERSION, TEXT_CHECK_VERSION, tree.version, [...revisions].toSorted()];
  const settings = [site.adaptive_content, site.adaptive_schema, site.checks_links, site.customization];
  const basis = createHash('sha256')
    .update(JSON.stringify([parts, settings]))
    .digest('base64url');
  return { site, tree, revisions, basis };
}

/** Queues the check of a site, unless one waits already. */
export async function enqueueCheck(db: Kysely<Database>, siteId: string): Promise<void> {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', CHECK_SITE_JOB)
    .where('finished_at', 'is', null)
    .where(sql<boolean>`payload ->> 'siteId' = ${siteId}`)
    .executeTakeFirst();
  if (!waiting) await enqueue(db, { kind: CHECK_SITE_JOB, payload: { siteId }, runAt: new Date() });
}

export const siteCheckJobs: JobHandlers = {
  [CHECK_SITE_JOB]: (db, payload, now) => checkSite(db, String(Reflect.get(Object(payload), 'siteId')), now),
};

/** Checks a site as it is now. The texts are checked once, however often the site changes. */
async function checkSite(db: Kysely<Database>, siteId: string, now: Date): Promise<void> {
  const loaded = await loadBasis(db, siteId);
  if (!loaded) return;
  const { site, tree, revisions, basis } = loaded;
  const [findings, uses, turns] = [new Findings(), new Uses(), new Turns()];
  const scope = { db, organizationId: site.organization_id, turns };
  const spaces = new Map<string, CheckedSpace>();
  for (const [spaceId, revisionId] of revisions) {
    const content = await loadReaderContent(db, revisionId);
    if (content) spaces.set(spaceId, await readSpace(scope, content, uses));
  }
  for (const id of filesOfSite(site)) uses.files.add(id);
  const isAlive = aliveAt(site);
  const checksLinks = site.checks_links ?? true;
  for (const space of spaces.values())
    await checkSpace(space, { findings, uses, turns, isAlive, checksLinks });
  addItems(tree, isAlive, findings);
  const contents = new Map([...spaces].map(([id, { content }]) => [id, content] as const));
  await addTranslations({ tree, contents, siteLanguage: languageOf(site), findings, turns });
  await noteLinks(
    db,
    findings.all().flatMap(({ url }) => url ?? []),
    now,
  );
  await inTransaction(db, (trx) => storeFindings(trx, { siteId, basis, now }, findings));
}

export const languageOf = ({ customization }: SiteBasis['site']): string =>
  languageOfLocale(customization.internationalization?.locale);

/** Sections and site spaces that no visitor sees. */
function addItems(
  { sections }: SiteTree,
  isAlive: (expression: string) => boolean,
  findings: Findings,
): void {
  for (const section of sections) {
    for (const item of [section, ...section.siteSpaces]) {
      const { id, condition, title } = item;
      const spaceId = 'spaceId' in item ? item.spaceId : section.siteSpaces[0]?.spaceId;
      if (condition === null || spaceId === undefined || isAlive(condition)) continue;
      findings.add({ kind: 'dead-condition', space_id: spaceId, item_id: id, title, detail: condition });
    }
  }
}

interface Translations {
  tree: SiteTree;
  /** By space id. */
  contents: ReadonlyMap<string, ReaderContent>;
  siteLanguage: string;
  findings: Findings;
  turns: Turns;
}

/** Pages of the default language that another one lacks: its readers get the first page in place of them. */
export async function addTranslations({
  tree,
  contents,
  siteLanguage,
  findings,
  turns,
}: Translations): Promise<void> {
  for (const section of tree.sections) {
    const languages = languagesOf(section, siteLanguage);
    const translated = section.siteSpaces.filter(({ id }) => languages.has(id));
    const source = translated.find(({ isDefault }) => isDefault) ?? translated[0];
    const original = source && contents.get(source.spaceId);
    if (!original) continue;
    for (const { spaceId } of translated) {
      const content = contents.get(spaceId);
      if (!content || spaceId === original.spaceId) continue;
      for (const entry of missingIn(content, original)) {
        const { id, title, path } = entry.page;
        const place = { space_id: spaceId, page_space_id: original.spaceId, page_id: id, title, path };
        findings.add({ kind: 'missing-translation', ...place });
        await turns.next();
      }
    }
  }
}

const missingIn = (content: ReaderContent, original: ReaderContent) =>
  original.entries.filter(
    (entry) => isListed(entry) && !entry.page.reference && !findCopy(content, original, entry),
  );

/** How many rows are written at once. */
const ROWS_AT_ONCE = 250;

async function storeFindings(
  trx: Transaction<Database>,
  { siteId, basis, now }: { siteId: string; basis: string; now: Date },
  findings: Findings,
): Promise<void> {
  const partial = [...findings.partial];
  // Two servers that check the site at the same time write one after the other.
  await trx
    .insertInto('site_checks')
    .values({ site_id: siteId, basis, checked_at: now, partial })
    .onConflict((row) => row.column('site_id').doUpdateSet({ basis, checked_at: now, partial }))
    .execute();
  await trx.deleteFrom('site_findings').where('site_id', '=', siteId).execute();
  const all = findings.all();
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
    const rows = all
      .slice(start, start + ROWS_AT_ONCE)
      .map((finding, at) => toRow(finding, { id: newId(), site_id: siteId, position: start + at }));
    // As one parameter: writing a statement with thousands takes longer than a turn may.
    await sql`insert into site_findings
      select * from jsonb_populate_recordset(null::site_findings, ${JSON.stringify(rows)}::jsonb)`.execute(
      trx,
    );
  }
}
