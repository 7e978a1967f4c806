import { type Kysely, type Migration, sql } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction } from './engine/transaction.ts';
import * as people from './migrations/001-people.ts';
import * as content from './migrations/002-content.ts';
import * as sites from './migrations/003-sites.ts';
import * as reviews from './migrations/004-reviews.ts';
import * as auditLog from './migrations/005-audit-log.ts';
import * as saml from './migrations/006-saml.ts';
import * as searchAndLinks from './migrations/007-search-and-links.ts';
import * as interruptedJobs from './migrations/008-interrupted-jobs.ts';
import * as searchKeys from './migrations/009-search-keys.ts';
import * as auditNames from './migrations/010-audit-names.ts';
import * as structureVersion from './migrations/011-structure-version.ts';
import * as listIndexes from './migrations/012-list-indexes.ts';
import * as documentHtml from './migrations/013-document-html.ts';
import * as redirects from './migrations/015-redirects.ts';
import * as visitorKeys from './migrations/016-visitor-keys.ts';
import * as siteCustomization from './migrations/017-site-customization.ts';
import * as siteHostnames from './migrations/018-site-hostnames.ts';
import * as credentials from './migrations/020-credentials.ts';
import * as mail from './migrations/021-mail.ts';
import * as signInPolicies from './migrations/022-sign-in-policies.ts';
import * as emailDomains from './migrations/026-email-domains.ts';
import * as specificationOrder from './migrations/027-specification-order.ts';
import * as oidc from './migrations/028-oidc.ts';
import * as signOnIdentities from './migrations/029-sign-on-identities.ts';
import * as writing from './migrations/030-writing.ts';
import * as apiReferences from './migrations/032-api-references.ts';
import * as searchHeads from './migrations/040-search-heads.ts';
import * as referencesBeforeReaders from './migrations/041-references-before-readers.ts';
import * as pagePreviews from './migrations/043-page-previews.ts';
import * as suggestions from './migrations/044-suggestions.ts';
import * as translationSources from './migrations/046-translation-sources.ts';
import * as sessionCountries from './migrations/048-session-countries.ts';
import * as noPendingLists from './migrations/050-no-pending-lists.ts';
import * as htmlAsWritten from './migrations/053-html-as-written.ts';
import * as guestsSeeWhatTheyWereAddedTo from './migrations/055-guests-see-what-they-were-added-to.ts';
import * as visitorTexts from './migrations/056-visitor-texts.ts';
import * as providerClaims from './migrations/058-provider-claims.ts';
import * as fieldsOfOthers from './migrations/060-fields-of-others.ts';
import * as invitedMembers from './migrations/063-invited-members.ts';
import * as signOnTests from './migrations/065-sign-on-tests.ts';
import * as offeredAddresses from './migrations/066-offered-addresses.ts';
import * as books from './migrations/067-books.ts';
import * as imports from './migrations/068-imports.ts';
import * as specificationProblems from './migrations/071-specification-problems.ts';
import * as searchLanguages from './migrations/073-search-languages.ts';
import * as revisionParts from './migrations/074-revision-parts.ts';
import * as fetchedSources from './migrations/078-fetched-sources.ts';
import * as eventLog from './migrations/080-event-log.ts';
import * as eventCursors from './migrations/081-event-cursors.ts';
import * as webhooks from './migrations/082-webhooks.ts';
import * as specificationFiles from './migrations/084-specification-files.ts';
import * as notifications from './migrations/085-notifications.ts';
import * as notificationTimes from './migrations/086-notification-times.ts';
import * as mailQueue from './migrations/087-mail.ts';
import * as notificationMails from './migrations/087-notification-mails.ts';
import * as chatWebhooks from './migrations/088-chat-webhooks.ts';
import * as personalState from './migrations/089-personal-state.ts';
import * as draftsOfSpaces from './migrations/090-drafts-of-spaces.ts';
import * as importChanges from './migrations/091-import-changes.ts';
import * as mergeRules from './migrations/094-merge-rules.ts';
import * as timeZones from './migrations/095-time-zones.ts';
import * as structureDrafts from './migrations/096-structure-drafts.ts';
import * as structureVersions from './migrations/097-structure-versions.ts';
import * as visitorSegments from './migrations/098-visitor-segments.ts';
import * as describedChangeRequests from './migrations/099-described-change-requests.ts';
import * as commentsOfReviews from './migrations/100-comments-of-reviews.ts';
import * as requestedTeams from './migrations/101-requested-teams.ts';
import * as gitSyncStates from './migrations/102-git-sync-states.ts';
import * as gitConnections from './migrations/103-git-connections.ts';
import * as changesOfNotifications from './migrations/105-changes-of-notifications.ts';
import * as siteChecks from './migrations/106-site-checks.ts';
import * as insights from './migrations/110-insights.ts';
import * as pageFeedback from './migrations/111-page-feedback.ts';
import * as storedObjects from './migrations/112-stored-objects.ts';
import * as backups from './migrations/113-backups.ts';
import * as serverHeartbeats from './migrations/115-server-heartbeats.ts';
import * as branchPreviews from './migrations/116-branch-previews.ts';
import * as plannedMerges from './migrations/117-planned-merges.ts';
import * as pageTemplates from './migrations/118-page-templates.ts';
import * as writingViews from './migrations/119-writing-views.ts';
import * as operators from './migrations/121-operators.ts';
import * as idempotencyKeys from './migrations/122-idempotency-keys.ts';
import * as gitConnectionsOfSites from './migrations/123-git-connections-of-sites.ts';
import * as commitsOfChangeRequests from './migrations/124-commits-of-change-requests.ts';
import * as approvalsOfDrafts from './migrations/125-approvals-of-drafts.ts';
import * as checksOfBackups from './migrations/126-checks-of-backups.ts';
import * as quotes from './migrations/127-quotes.ts';
import * as repositoryFiles from './migrations/130-repository-files.ts';
import type { Database } from './tables/schema.ts';

/** All migrations in order; never edited once released. */
const MIGRATIONS: Record<string, Migration> = {
  '001-people': people,
  '002-content': content,
  '003-sites': sites,
  '004-reviews': reviews,
  '005-audit-log': auditLog,
  '006-saml': saml,
  '007-search-and-links': searchAndLinks,
  '008-interrupted-jobs': interruptedJobs,
  '009-search-keys': searchKeys,
  '010-audit-names': auditNames,
  '011-structure-version': structureVersion,
  '012-list-indexes': listIndexes,
  '013-document-html': documentHtml,
  '015-redirects': redirects,
  '016-visitor-keys': visitorKeys,
  '017-site-customization': siteCustomization,
  '018-site-hostnames': siteHostnames,
  '020-credentials': credentials,
  '021-mail': mail,
  '022-sign-in-policies': signInPolicies,
  '026-email-domains': emailDomains,
  '027-specification-order': specificationOrder,
  '028-oidc': oidc,
  '029-sign-on-identities': signOnIdentities,
  '030-writing': writing,
  '032-api-references': apiReferences,
  '040-search-heads': searchHeads,
  '041-references-before-readers': referencesBeforeReaders,
  '043-page-previews': pagePreviews,
  '044-suggestions': suggestions,
  '046-translation-sources': translationSources,
  '048-session-countries': sessionCountries,
  '050-no-pending-lists': noPendingLists,
  '053-html-as-written': htmlAsWritten,
  '055-guests-see-what-they-were-added-to': guestsSeeWhatTheyWereAddedTo,
  '056-visitor-texts': visitorTexts,
  '058-provider-claims': providerClaims,
  '060-fields-of-others': fieldsOfOthers,
  '063-invited-members': invitedMembers,
  '065-sign-on-tests': signOnTests,
  '066-offered-addresses': offeredAddresses,
  '067-books': books,
  '068-imports': imports,
  '071-specification-problems': specificationProblems,
  '073-search-languages': searchLanguages,
  '074-revision-parts': revisionParts,
  '078-fetched-sources': fetchedSources,
  '080-event-log': eventLog,
  '081-event-cursors': eventCursors,
  '082-webhooks': webhooks,
  '084-specification-files': specificationFiles,
  '085-notifications': notifications,
  '086-notification-times': notificationTimes,
  '087-mail': mailQueue,
  '087-notification-mails': notificationMails,
  '088-chat-webhooks': chatWebhooks,
  '089-personal-state': personalState,
  '090-drafts-of-spaces': draftsOfSpaces,
  '091-import-changes': importChanges,
  '094-merge-rules': mergeRules,
  '095-time-zones': timeZones,
  '096-structure-drafts': structureDrafts,
  '097-structure-versions': structureVersions,
  '098-visitor-segments': visitorSegments,
  '099-described-change-requests': describedChangeRequests,
  '100-comments-of-reviews': commentsOfReviews,
  '101-requested-teams': requestedTeams,
  '102-git-sync-states': gitSyncStates,
  '103-git-connections': gitConnections,
  '105-changes-of-notifications': changesOfNotifications,
  '106-site-checks': siteChecks,
  '110-insights': insights,
  '111-page-feedback': pageFeedback,
  '112-stored-objects': storedObjects,
  '113-backups': backups,
  '115-server-heartbeats': serverHeartbeats,
  '116-branch-previews': branchPreviews,
  '117-planned-merges': plannedMerges,
  '118-page-templates': pageTemplates,
  '119-writing-views': writingViews,
  '121-operators': operators,
  '122-idempotency-keys': idempotencyKeys,
  '123-git-connections-of-sites': gitConnectionsOfSites,
  '124-commits-of-change-requests': commitsOfChangeRequests,
  '125-approvals-of-drafts': approvalsOfDrafts,
  '126-checks-of-backups': checksOfBackups,
  '127-quotes': quotes,
  '130-repository-files': repositoryFiles,
};

/** Of the transaction that migrates: only servers on the same database know it. */
const LOCK_ID = 4_400_002;
/** How often a server looks whether another one has migrated. */
const LOOK_AGAIN_MS = 200;

/** Thrown if the database was migrated by a later version. */
export class NewerDatabaseError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `it was migrated by a newer version of Bindery (${unknown.join(', ')}); start that version or a later one, or restore a backup from before the update`,
    );
  }
}

export interface MigrateOptions {
  migrations?: Record<string, Migration>;
  /** Called while another server migrates, with its duration so far, in ms, if the database returns it. */
  onWait?: (heldForMs: number | undefined) => void;
}

/**
 * Applies pending migrations and returns their names. If none is pending, nothing is locked or written. Else
 * the lock lasts as long as the transaction: a lock of a session would stay with a connection of a pooler,
 * and the next server to start would wait for it. A server without the lock looks again, without a connection
 * in between. Throws `NewerDatabaseError`.
 */
export async function migrate(
  db: Kysely<Database>,
  { migrations = MIGRATIONS, onWait = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  for (;;) {
    if ((await findPending(db, migrations)).length === 0) return [];
    const migrateOnce = async (trx: Kysely<Database>) => {
      const { rows } = await sql<{ is_mine: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(LOCK_ID)}) as is_mine`.execute(trx);
      return rows[0]?.is_mine === true ? applyPending(trx, migrations) : undefined;
    };
    const applied = await inTransaction(db, migrateOnce, { isUnlimited: true });
    if (applied) return applied;
    onWait(await findLockAge(db));
    await wait(LOOK_AGAIN_MS);
  }
}

/** The names of the migrations that a start of this version would apply, in order. Throws `NewerDatabaseError`. */
export function pendingMigrations(db: Kysely<Database>): Promise<string[]> {
  return findPending(db, MIGRATIONS);
}

/** What speaks against reading a database after these migrations, as a clause; undefined if they are those of this version. */
export function refuseSchema(applied: readonly string[]): string | undefined {
  const [unknown] = applied.filter((name) => !(name in MIGRATIONS));
  if (unknown !== undefined) return `it was migrated by a newer version (${unknown})`;
  const [missing] = Object.keys(MIGRATIONS).filter((name) => !applied.includes(name));
  return missing === undefined ? undefined : `it was not migrated to this version yet (${missing})`;
}

/** A number that is lower than one that was applied may be pending: numbers are given out before the work is done. */
async function findPending(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<string[]> {
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db);
  const applied = new Set<string>();
  if (tables[0]?.is_there === true) {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    for (const { name } of rows) applied.add(name);
  }
  const unknown = [...applied].filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
  return Object.keys(migrations)
    .filter((name) => !applied.has(name))
    .toSorted();
}

/** The table is as Kysely's own migrator made it, which applied the first ones. */
async function applyPending(trx: Kysely<Database>, migrations: Record<string, Migration>): Promise<string[]> {
  await sql`create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  const pending = await findPending(trx, migrations);
  for (const name of pending) {
    await migrations[name]?.up(trx);
    await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(trx);
  }
  return pending;
}

/** The duration so far of the transaction that migrates, in ms; undefined if it has ended or is unknown. */
async function findLockAge(db: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ age: number | null }>`
    select extract(epoch from now() - activity.xact_start)::float8 * 1000 as age
    from pg_locks lock join pg_stat_activity activity on activity.pid = lock.pid
    where lock.locktype = 'advisory' and lock.granted and lock.classid = 0 and lock.objid = ${sql.lit(LOCK_ID)}
      and lock.database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.age ?? undefined;
}
