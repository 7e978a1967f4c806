import type { WebhookEventKind } from '#api/generated/types.gen.ts';

/** A kind that an entry of the audit log can have. */
type SentKind = Exclude<WebhookEventKind, '*' | 'webhook.test'>;

/** The actions of the audit log that are sent, by the kind of event that they are sent as. */
export const SENT_ACTIONS: Readonly<Record<SentKind, readonly string[]>> = {
  'change_request.created': ['createChangeRequest', 'openDraft', 'restoreRevision'],
  'change_request.updated': ['updateChangeRequest', 'updateChangeRequestFromMain'],
  'change_request.edited': ['editChangeRequestContent', 'importChangeRequestContent'],
  'change_request.merged': ['mergeChangeRequest', 'bypassMergeRules'],
  'change_request.merge_undone': ['undoMerge'],
  'review.requested': ['requestReviewers'],
  'review.request_removed': ['removeRequestedReviewer', 'removeRequestedTeam'],
  'review.submitted': ['createReview'],
  'comment.created': [
    'createChangeRequestComment',
    'createChangeRequestCommentReply',
    'createSpaceComment',
    'createSpaceCommentReply',
  ],
  'comment.updated': [
    'updateChangeRequestComment',
    'updateChangeRequestCommentReply',
    'updateSpaceComment',
    'updateSpaceCommentReply',
  ],
  'comment.deleted': [
    'deleteChangeRequestComment',
    'deleteChangeRequestCommentReply',
    'deleteSpaceComment',
    'deleteSpaceCommentReply',
  ],
  'suggestion.applied': ['applySuggestions'],
  'space.created': ['createSpace', 'duplicateSpace'],
  'space.updated': [
    'updateSpace',
    'updateSpaceCustomFields',
    'updateSpaceMergeRules',
    'connectSpaceGit',
    'updateSpaceGit',
    'disconnectSpaceGit',
  ],
  'space.moved': ['moveSpace', 'transferSpace'],
  'space.deleted': ['deleteSpace'],
  'space.restored': ['restoreSpace'],
  'space.content_changed': ['editSpaceContent', 'importSpaceContent', 'receiveCommits'],
  'space.access_changed': [
    'grantSpacePermissions',
    'updateSpaceTeamPermission',
    'updateSpaceUserPermission',
    'removeSpaceTeamPermission',
    'removeSpaceUserPermission',
  ],
  'collection.created': ['createCollection'],
  'collection.updated': ['updateCollection'],
  'collection.moved': ['moveCollection', 'transferCollection'],
  'collection.deleted': ['deleteCollection'],
  'collection.access_changed': [
    'grantCollectionPermissions',
    'updateCollectionTeamPermission',
    'updateCollectionUserPermission',
    'removeCollectionTeamPermission',
    'removeCollectionUserPermission',
  ],
  'content.imported': ['importOrganizationContent', 'applyImport'],
  'site.created': ['createSite'],
  'site.updated': [
    'updateSite',
    'updateSiteCustomization',
    'putSiteAdaptiveSchema',
    'putSiteVisitorSegments',
    'putSiteInsightsSettings',
    'deleteSiteInsights',
    'setSiteHostname',
    'checkSiteHostname',
    'createSiteRedirect',
    'updateSiteRedirect',
    'deleteSiteRedirect',
    'importSiteRedirects',
  ],
  'site.deleted': ['deleteSite'],
  'site.published': ['publishSite'],
  'site.unpublished': ['unpublishSite'],
  'site.structure_changed': [
    'addSectionToGroup',
    'removeSectionFromGroup',
    'sortSiteStructure',
    'applyStructureDraft',
    'createSiteSection',
    'updateSiteSection',
    'moveSiteSection',
    'deleteSiteSection',
    'createSiteSectionGroup',
    'updateSiteSectionGroup',
    'moveSiteSectionGroup',
    'deleteSiteSectionGroup',
    'createSiteSpace',
    'updateSiteSpace',
    'moveSiteSpace',
    'deleteSiteSpace',
  ],
  'member.added': ['acceptInvite', 'joinByEmailDomain', 'createUser', 'inviteMembers'],
  'member.updated': ['updateMember', 'setMemberSso'],
  'member.removed': ['removeMember'],
  'invite.created': ['createLinkInvite'],
  'invite.updated': ['updateLinkInvite'],
  'invite.deleted': ['deleteLinkInvite'],
  'team.created': ['createTeam'],
  'team.updated': ['updateTeam', 'updateTeamMembers', 'setTeamMember', 'removeTeamMember'],
  'team.deleted': ['deleteTeam'],
  'specification.created': ['createApiSpec'],
  'specification.updated': ['putApiSpec'],
  'specification.deleted': ['deleteApiSpec'],
  'translation.created': ['createTranslation'],
  'translation.updated': ['updateTranslation'],
  'translation.deleted': ['deleteTranslation'],
  'custom_field.created': ['createCustomField'],
  'custom_field.updated': ['updateCustomField'],
  'custom_field.deleted': ['deleteCustomField'],
  'organization.updated': ['updateOrganization', 'updateOrganizationMergeRules'],
};

const KINDS: ReadonlyMap<string, SentKind> = new Map(
  // The keys are those of the type.
  (Object.entries(SENT_ACTIONS) as [SentKind, readonly string[]][]).flatMap(([kind, actions]) =>
    actions.map((action) => [action, kind] as const),
  ),
);

/** The kind as which an action is sent; undefined if it is not. */
export function kindOfAction(action: string): SentKind | undefined {
  return KINDS.get(action);
}
