import type { DefinitionVersion } from './definition.ts';

/**
 * The required content of screens at the stand-in, where it differs from our own server, and the statements
 * that would be false there.
 */
export interface Expectation {
  shows?: string | RegExp;
  never?: RegExp;
}

const noAccount = { shows: 'No account settings on this server' };
const noOperation = { shows: 'This server doesn’t say how it is' };
const noRedirects = { shows: 'Redirects aren’t available' };
const noVisitorAuthentication = { shows: 'Visitor authentication isn’t available' };
const noWebhooks = { shows: 'No webhooks on this server' };
const noGitSync = { shows: 'Git Sync isn’t available' };
const noNotifications = { shows: 'No notifications on this server' };
const noImports = { shows: 'No imports on this server' };
const noReusable = { shows: 'No reusable content on this server' };
const noFields = { shows: 'No custom fields on this server', never: /Not found|moved or deleted/ };
const differences = { shows: /0 of 3 viewed/, never: /No changed pages|Only other/ };
/** Matches can’t be replaced, and no change of a page is suggested in vain. */
const noEditing = { shows: 'The console can’t edit the content of change requests at this server' };
const noVerification = { shows: 'They need an invite to join.', never: /verif/i };
const onlySaml = { shows: 'Identity providers (SAML) that', never: /OpenID Connect/ };
const overview = { never: /\d+\+|first 100|⁨?undefined|_edited|_created|_deleted/ };

const inbox = { shows: /All clear|change request/, never: /doesn’t report requested reviewers/ };

const shared: Readonly<Record<string, Expectation>> = {
  account: noAccount,
  'account-token-new': noAccount,
  'audit-log': { shows: 'The console can’t show an audit log of this server' },
  'change-request': { shows: /checks passed/, ...overview },
  'change-request-merge-later': { shows: /checks passed/, ...overview },
  'change-request-comments': { shows: 'Is three right?' },
  'change-request-conflicts': { shows: 'Conflicts are not available' },
  'change-request-content': { shows: 'Open the valve very slowly.' },
  'change-request-description': { shows: 'can’t edit descriptions at this server' },
  'change-request-links': { shows: 'Links from other spaces', never: /\bOK\b/ },
  'change-request-propose': noEditing,
  'change-request-replace': noEditing,
  'change-request-reusable': noReusable,
  'change-request-reusable-new': noReusable,
  'collection-access': { shows: /@/ },
  comments: { shows: 'Is three right?' },
  differences,
  'differences-source': differences,
  home: { shows: 'Newest members', never: /Nothing needs attention/ },
  import: noImports,
  'import-new': noImports,
  imports: noImports,
  inbox,
  'inbox-merge-queue': inbox,
  invites: { shows: 'Entire organization', never: /\bA space\b|\bA collection\b/ },
  'member-sign-in': { shows: /@/ },
  'members-former-guests': { shows: 'No former guests on this server' },
  'notification-settings': noNotifications,
  notifications: noNotifications,
  operation: noOperation,
  'page-editor': { shows: 'This page can’t be edited' },
  'page-options': { shows: 'This page can’t be edited' },
  'page-suggestions': { shows: 'This page can’t be edited' },
  'page-templates': { shows: 'This page can’t be edited' },
  'settings-access': noVerification,
  'settings-mail': { shows: 'No mail settings on this server' },
  'settings-mail-queue': { shows: 'No mail queue on this server' },
  'settings-merge-rules': { shows: 'No merge rules on this server' },
  webhook: noWebhooks,
  'webhook-edit': noWebhooks,
  'webhook-new': noWebhooks,
  'webhook-rotate': noWebhooks,
  webhooks: noWebhooks,
  'site-appearance': { shows: 'Appearance isn’t available' },
  'site-git': noGitSync,
  'site-insights': { shows: 'Insights aren’t available' },
  'site-redirect-new': noRedirects,
  'site-redirects': noRedirects,
  sso: onlySaml,
  'space-access': { shows: 'Granted directly here' },
  'space-comments': { shows: 'Is three right?' },
  'space-git': noGitSync,
  'space-history': { shows: 'History isn’t available' },
  'space-history-compare': { shows: 'History isn’t available' },
  'space-reusable': noReusable,
  'space-pages': { shows: 'Open the valve slowly.', never: /1f4d8|About everything/ },
  'space-settings': { shows: 'Default access', never: /Empty site|Not found/ },
  structure: { shows: /section/i, never: /1f4d8/ },
  suggestions: differences,
  trash: { shows: 'This server doesn’t list deleted spaces', never: /Restore|User guide/ },
  'visitors-authentication': noVisitorAuthentication,
  'visitors-key-new': noVisitorAuthentication,
};

const noSpecs = { shows: 'No API specifications on this server' };
const noTranslations = { shows: 'No translations on this server' };
const noClaims = { shows: 'No visitor claims on this server' };

const v130: Readonly<Record<string, Expectation>> = {
  ...shared,
  'api-spec': { shows: 'This document can’t be shown here', never: /contains no operations|0 operations/ },
  'api-spec-compare': { shows: /compare/i, never: /Only one version/ },
  'custom-field': noFields,
  'custom-field-edit': noFields,
  'custom-field-import': noFields,
  'custom-field-matrix': noFields,
  'custom-field-new': noFields,
  'custom-fields': noFields,
  translation: { shows: 'Languages' },
  'translation-new': { shows: 'Create translation' },
  visitors: { shows: 'Anonymous visitor', never: /\bcompany\b/ },
};

/** The versions differ in whole nouns. */
export const expectations: Readonly<Record<DefinitionVersion, Readonly<Record<string, Expectation>>>> = {
  // It has no operation about links.
  '0.202.0': { ...v130, 'space-links': { shows: 'No links on this server' } },
  '0.130.0': v130,
  '0.91.0': {
    ...shared,
    'api-spec': noSpecs,
    'api-spec-compare': noSpecs,
    'api-spec-new': noSpecs,
    'api-spec-source': noSpecs,
    'api-specs': noSpecs,
    'custom-field-matrix': { shows: 'One space at a time' },
    translation: noTranslations,
    'translation-instructions': noTranslations,
    'translation-new': noTranslations,
    'translation-rename': noTranslations,
    translations: noTranslations,
    visitors: noClaims,
    'visitors-claim-new': noClaims,
    'visitors-claims': noClaims,
    'visitors-conditions': { shows: /visitor\.claims/, never: /doesn’t exist/ },
  },
};

/** Our own server without its extensions. */
export const documentedOnly: Readonly<Record<string, Expectation>> = {
  account: noAccount,
  'account-token-new': noAccount,
  'audit-log': { shows: 'The console can’t show an audit log of this server' },
  'change-request-conflicts': { shows: 'Conflicts are not available' },
  'change-request-propose': noEditing,
  'change-request-replace': noEditing,
  'change-request-reusable': noReusable,
  'change-request-reusable-new': noReusable,
  'change-request-review': { shows: 'This server doesn’t take reviews.' },
  'collection-access': { shows: 'No access list on this server' },
  'custom-field-matrix': { shows: 'This server can’t list the values of all spaces' },
  'custom-field-matrix-import': { shows: 'This server can’t list the values of all spaces' },
  'content-new-space': { shows: 'This server can’t create spaces through its API.' },
  import: noImports,
  'import-new': noImports,
  imports: noImports,
  home: { never: /Nothing needs attention/ },
  'member-sign-in': { shows: /@/ },
  'members-former-guests': { shows: 'No former guests on this server' },
  'notification-settings': noNotifications,
  notifications: noNotifications,
  operation: noOperation,
  'page-editor': { shows: 'This page can’t be edited' },
  'page-options': { shows: 'This page can’t be edited' },
  'page-suggestions': { shows: 'This page can’t be edited' },
  'page-templates': { shows: 'This page can’t be edited' },
  'settings-access': noVerification,
  'settings-mail': { shows: 'No mail settings on this server' },
  'settings-mail-queue': { shows: 'No mail queue on this server' },
  'settings-merge-rules': { shows: 'No merge rules on this server' },
  webhook: noWebhooks,
  'webhook-edit': noWebhooks,
  'webhook-new': noWebhooks,
  'webhook-rotate': noWebhooks,
  webhooks: noWebhooks,
  'site-appearance': { shows: 'Appearance isn’t available' },
  'site-git': noGitSync,
  'site-insights': { shows: 'Insights aren’t available' },
  'site-redirect-new': noRedirects,
  'site-redirects': noRedirects,
  'space-access': { shows: 'No access list on this server' },
  'space-git': noGitSync,
  'space-history': { shows: 'History isn’t available' },
  'space-history-compare': { shows: 'History isn’t available' },
  'space-reusable': noReusable,
  sso: onlySaml,
  suggestions: { shows: /0 of \d+ viewed/ },
  'translation-instructions': { shows: 'This server doesn’t take instructions.' },
  trash: { shows: 'This server doesn’t list deleted spaces', never: /Restore/ },
  'visitors-authentication': noVisitorAuthentication,
  'visitors-key-new': noVisitorAuthentication,
};
