// @module-tag without-database
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { listActions } from '#server/test/list-actions.ts';
import { kindOfAction, SENT_ACTIONS } from './event-kinds.ts';

const sent = Object.values(SENT_ACTIONS).flat();
/** The other actions of the audit log, by the reason why no receiver is told of them. */
const UNSENT_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'About the server, for its operators: no organization is concerned.': [
    'addOperator',
    'checkBackup',
    'createBackup',
    'removeOperator',
  ],
  'About the account of one person; it stays in the audit log.': [
    'changeCredentials',
    'changeEmail',
    'confirmEmail',
    'createAccount',
    'createAccountLink',
    'createSignInLink',
    'deleteAccount',
    'endCopiedSession',
    'endMemberSession',
    'endOtherSessions',
    'endSession',
    'resendInvitations',
    'signIn',
    'signInThroughOidc',
    'signInThroughSaml',
    'signOut',
    'signOutAllMembers',
    'signOutMember',
  ],
  'About who gets in and with which secret: an attacker with the address of a receiver would learn of it.': [
    'checkEmailDomain',
    'createApiToken',
    'createOidcProvider',
    'createSamlProvider',
    'createSiteVisitorKey',
    'decideFormerGuestAccess',
    'deleteOidcProvider',
    'deleteSamlProvider',
    'deleteSiteVisitorKey',
    'readSamlMetadata',
    'revokeApiToken',
    'revokeMemberToken',
    'rotateSiteGitWebhook',
    'rotateSpaceGitWebhook',
    'updateEmailDomain',
    'updateOidcProvider',
    'updateSamlProvider',
    'updateSignInPolicy',
    'updateSiteVisitorAuthentication',
  ],
  'About webhooks: each delivery would lead to the next.': [
    'createWebhook',
    'deleteWebhook',
    'disableWebhook',
    'reportFailingWebhook',
    'resendWebhookDelivery',
    'rotateWebhookSecret',
    'sendWebhookTest',
    'updateWebhook',
  ],
  'About a draft, which changes nothing until it is applied.': [
    'addStructureDraftChange',
    'approveStructureDraft',
    'deleteStructureDraft',
    'deleteStructureDraftApproval',
    'deleteStructureDraftSchedule',
    'removeStructureDraftChanges',
    'draftStructureText',
    'restoreStructureVersion',
    'scheduleStructureDraft',
  ],
  'About a merge to come, which has an event of its own.': [
    'cancelPlannedMerge',
    'planMerge',
    'queueMerges',
    'refusePlannedMerge',
  ],
  'Changes nothing that others see.': [
    'cancelImport',
    'checkSiteVisitorToken',
    'aggregateSiteEvents',
    'checkSiteGit',
    'checkSpaceGit',
    'createFileUpload',
    'createImportUpload',
    'createPagePreview',
    'createSiteCustomizationDraft',
    'createSitePicture',
    'deleteSubscription',
    'exportChangeRequestContent',
    'exportSpaceContent',
    'exportToGitRepository',
    'highlightCode',
    'importGitRepository',
    'pingOrganization',
    'planStructureText',
    'previewSpaceGit',
    'previewSpaceGitBranch',
    'deleteSpaceGitBranchPreview',
    'resendMail',
    'sendTestMail',
    'setSubscription',
    'syncSiteGit',
    'syncSpaceGit',
    'updateNotification',
    'updateNotificationSettings',
    'updateNotifications',
    'updatePersonalState',
  ],
  'About texts to begin with, which are on no page until somebody writes one.': [
    'createPageTemplate',
    'deletePageTemplate',
    'updatePageTemplate',
  ],
  'About lists of the console, not about content or people.': [
    'createSharedView',
    'deleteSharedView',
    'updateSharedView',
  ],
};

const unsent = Object.values(UNSENT_ACTIONS).flat();

describe('the kinds of events', () => {
  it('have each action of the audit log once: a kind, or a reason why it is not sent', () => {
    expect([...sent, ...unsent].toSorted()).toEqual(listActions());
  });

  it('are those of the contract, and each has an action', () => {
    const schema = contract.components.schemas.WebhookEventKind;
    expect(schema.enum).toEqual(['*', ...Object.keys(SENT_ACTIONS), 'webhook.test']);
    for (const actions of Object.values(SENT_ACTIONS)) expect(actions.length).toBeGreaterThan(0);
    expect(kindOfAction('mergeChangeRequest')).toBe('change_request.merged');
    expect(kindOfAction('createApiToken')).toBeUndefined();
  });

  it('are all documented', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
    for (const kind of [...Object.keys(SENT_ACTIONS), 'webhook.test'])
      expect(document, kind).toContain(`| \`${kind}\` |`);
  });
});
