// @module-tag without-database
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { listActions } from '#server/test/list-actions.ts';
import { DEFAULT_DELIVERIES, isDirect, REASONS, sortReasons } from './reasons.ts';

/** The actions of the audit log that nobody is told of, by the reason. */
const UNTOLD_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'About the server, for its operators: no organization is concerned.': [
    'addOperator',
    'checkBackup',
    'createBackup',
    'removeOperator',
  ],
  'About the account of one person, who did it or is mailed.': [
    'changeCredentials',
    'changeEmail',
    'confirmEmail',
    'createAccount',
    'createAccountLink',
    'createApiToken',
    'createSignInLink',
    'deleteAccount',
    'endCopiedSession',
    'endMemberSession',
    'endOtherSessions',
    'endSession',
    'inviteMembers',
    'resendInvitations',
    'revokeApiToken',
    'revokeMemberToken',
    'signIn',
    'signInThroughOidc',
    'signInThroughSaml',
    'signOut',
    'signOutAllMembers',
    'signOutMember',
  ],
  'About settings of the organization, which administrators find in the audit log.': [
    'acceptInvite',
    'checkEmailDomain',
    'checkSiteHostname',
    'connectSiteGit',
    'connectSpaceGit',
    'createApiSpec',
    'createCustomField',
    'createLinkInvite',
    'createOidcProvider',
    'createSamlProvider',
    'createSharedView',
    'createSiteVisitorKey',
    'createTeam',
    'createTranslation',
    'createUser',
    'createWebhook',
    'deleteApiSpec',
    'deleteCustomField',
    'deleteLinkInvite',
    'deleteOidcProvider',
    'deleteSamlProvider',
    'deleteSharedView',
    'deleteSiteInsights',
    'deleteSiteVisitorKey',
    'deleteTeam',
    'deleteTranslation',
    'deleteWebhook',
    'disconnectSiteGit',
    'disconnectSpaceGit',
    'joinByEmailDomain',
    'putApiSpec',
    'putSiteAdaptiveSchema',
    'putSiteInsightsSettings',
    'putSiteVisitorSegments',
    'readSamlMetadata',
    'resendMail',
    'resendWebhookDelivery',
    'rotateSiteGitWebhook',
    'rotateSpaceGitWebhook',
    'rotateWebhookSecret',
    'sendTestMail',
    'sendWebhookTest',
    'setMemberSso',
    'updateCustomField',
    'updateEmailDomain',
    'updateLinkInvite',
    'updateOidcProvider',
    'updateOrganization',
    'updateOrganizationMergeRules',
    'updateSamlProvider',
    'updateSharedView',
    'updateSignInPolicy',
    'updateSiteVisitorAuthentication',
    'updateSiteGit',
    'updateSpaceGit',
    'updateTeam',
    'updateTranslation',
    'updateWebhook',
  ],
  'Takes away what it is about: who could be told may not read it.': [
    'deleteChangeRequestComment',
    'deleteChangeRequestCommentReply',
    'deleteCollection',
    'deleteSite',
    'deleteSpace',
    'deleteSpaceComment',
    'deleteSpaceCommentReply',
    'removeCollectionTeamPermission',
    'removeCollectionUserPermission',
    'removeMember',
    'removeSpaceTeamPermission',
    'removeSpaceUserPermission',
    'removeTeamMember',
    'transferCollection',
    'transferSpace',
  ],
  'Order and structure, which people see where they look.': [
    'addSectionToGroup',
    'addStructureDraftChange',
    'createCollection',
    'createSite',
    'createSiteRedirect',
    'createSiteSection',
    'createSiteSectionGroup',
    'createSiteSpace',
    'createSpace',
    'deleteSiteRedirect',
    'deleteSiteSection',
    'deleteSiteSectionGroup',
    'deleteSiteSpace',
    'deleteStructureDraft',
    'deleteStructureDraftApproval',
    'deleteStructureDraftSchedule',
    'duplicateSpace',
    'importSiteRedirects',
    'moveCollection',
    'moveSiteSection',
    'moveSiteSectionGroup',
    'moveSiteSpace',
    'moveSpace',
    'removeRequestedReviewer',
    'removeRequestedTeam',
    'removeSectionFromGroup',
    'removeStructureDraftChanges',
    'draftStructureText',
    'restoreStructureVersion',
    'scheduleStructureDraft',
    'sortSiteStructure',
    'updateCollection',
    'updatePageFeedback',
    'updateSiteRedirect',
    'updateSiteSection',
    'updateSiteSectionGroup',
    'updateSiteSpace',
    'updateSpaceCustomFields',
    'updateSpaceMergeRules',
  ],
  'Changes nothing that others see, or the change follows.': [
    'applyImport',
    'cancelImport',
    'cancelPlannedMerge',
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
    'createPageTemplate',
    'deletePageTemplate',
    'updatePageTemplate',
    'openDraft',
    'pingOrganization',
    'planMerge',
    'planStructureText',
    'previewSpaceGit',
    'previewSpaceGitBranch',
    'deleteSpaceGitBranchPreview',
    'queueMerges',
    'refusePlannedMerge',
    'setSubscription',
    'syncSiteGit',
    'syncSpaceGit',
    'updateChangeRequestFromMain',
    'updateNotification',
    'updateNotificationSettings',
    'updateNotifications',
    'updatePersonalState',
  ],
};

describe('the reasons', () => {
  it('have each action of the audit log, or there is a reason why nobody is told of it', () => {
    const told = new Set(Object.values(REASONS).flatMap(({ actions }) => actions));
    const untold = Object.values(UNTOLD_ACTIONS).flat();
    expect(untold.filter((action) => told.has(action))).toEqual([]);
    expect([...told, ...untold].toSorted()).toEqual(listActions());
  });

  it('are those of the contract, with the default of their group', () => {
    const { NotificationReason, NotificationDeliveries } = contract.components.schemas;
    expect(Object.keys(REASONS).toSorted()).toEqual([...NotificationReason.enum].toSorted());
    expect(Object.keys(DEFAULT_DELIVERIES)).toEqual(Object.keys(NotificationDeliveries.properties));
    const inMail = [
      'review-requested',
      'team-review-requested',
      'mention',
      'reply',
      'review-again',
      'conflict',
      'merge-failed',
    ];
    for (const [reason, { group }] of Object.entries(REASONS))
      expect([reason, DEFAULT_DELIVERIES[group] === 'mail']).toEqual([reason, inMail.includes(reason)]);
  });

  it('are all documented, with who is told and how', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/notifications.md'), 'utf8');
    const words = {
      off: 'off',
      app: 'here',
      mail: 'here and mail',
      daily: 'here, daily summary',
      weekly: 'here, weekly summary',
    };
    for (const [reason, { recipients, group }] of Object.entries(REASONS))
      expect(document).toContain(
        `| \`${reason}\` | ${recipients} | \`${group}\` | ${words[DEFAULT_DELIVERIES[group]]} |`,
      );
  });

  it('are sorted by importance', () => {
    expect(sortReasons(['changed', 'comment', 'mention', 'comment'])).toEqual([
      'mention',
      'comment',
      'changed',
    ]);
    expect([isDirect('reply'), isDirect('conflict')]).toEqual([true, false]);
  });
});
