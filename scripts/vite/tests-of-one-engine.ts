/** They open the embedded engine themselves, in this process: a second run would be the same. */
export const embeddedOnly = [
  'server/content/tasks/task-limits.test.ts',
  'server/database/engine/pglite-engine.test.ts',
];

/** What they send is rejected before any statement: on the embedded engine, nothing waits for a second process. */
export const rejectedBeforeStatements = ['server/contract/api-limits.test.ts'];

/**
 * Rules above the statements, which run on both engines in `server/contract` and beside their tables. With a PostgreSQL
 * these are tested on it alone, where two processes answer by turns, in a third of the time; without one, and in the
 * deep tests, on the embedded engine (decisions 213, 222, 224).
 */
export const engineIndependent = [
  'server/accounts/sessions/sessions.test.ts',
  'server/content/html/stored-html.test.ts',
  'server/content/reference/stored-reference.test.ts',
  'server/contract/api-permissions.test.ts',
  'server/seed/demonstration-discussions.test.ts',
  'server/seed/demonstration-integrity.test.ts',
  'server/seed/demonstration-kinds.test.ts',
  'server/seed/demonstration-merges.test.ts',
  'server/http.test.ts',
  'server/mail/mail-queue.test.ts',
  'server/accounts/oidc/sign-in.test.ts',
  'server/accounts/routes/account-routes.test.ts',
  'server/plugins/console.test.ts',
  'server/accounts/routes/first-start-routes.test.ts',
  'server/plugins/handler-timeout.test.ts',
  'server/accounts/routes/join-without-account.test.ts',
  'server/accounts/routes/own-account.test.ts',
  'server/accounts/routes/credential-routes.test.ts',
  'server/plugins/rate-limit.test.ts',
  'server/plugins/request-limits.test.ts',
  'server/published/conditions.model.test.ts',
  'server/published/former-addresses.property.test.ts',
  'server/published/large-sites.test.ts',
  'server/published/page-preview.test.ts',
  'server/published/previews.test.ts',
  'server/published/published-sites.test.ts',
  'server/published/reader-origin.test.ts',
  'server/published/site-hosts.test.ts',
  'server/published/site-members.test.ts',
  'server/resources/api-tokens/api-tokens.test.ts',
  'server/resources/content-import/content-import.test.ts',
  'server/resources/content-import/import-limits.test.ts',
  'server/resources/email-domains/email-domains.test.ts',
  'server/resources/invites/joining.test.ts',
  'server/resources/site-structure/structure-json.test.ts',
  'server/accounts/saml/rejected-responses.test.ts',
  'server/accounts/saml/response-rules.test.ts',
  'server/accounts/saml/sign-in.test.ts',
  'server/accounts/sign-on/confirming.test.ts',
  'server/accounts/sign-on/linking.test.ts',
  'server/accounts/sign-on/sign-on-member.test.ts',
];
