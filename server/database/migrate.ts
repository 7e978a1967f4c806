import { type Kysely, type Migration, Migrator } from 'kysely';
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
import type { Database } from './schema.ts';

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
};

/** Applies pending migrations. Returns their names. */
export async function migrate(
  db: Kysely<Database>,
  migrations: Record<string, Migration> = MIGRATIONS,
): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Numbers are given out before the work is done, so a lower one may come later; none depends on a higher one.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error("Couldn't migrate the database.", { cause: error });
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}
