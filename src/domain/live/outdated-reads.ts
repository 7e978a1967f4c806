import type { OrganizationEvent } from '#api/generated/types.gen.ts';

/** The operations that read each subject. */
const reads = {
  organization: 'getOrganization listOrganizations',
  signIn:
    'getSignInPolicy listEmailDomains listOrganizationsByEmailDomain listSamlProviders getSamlProvider listOidcProviders getOidcProvider listSsoLogins',
  mail: 'getMailSettings listMails',
  members: 'listMembers getMember listEligibleReviewers listMentionCandidates listFormerGuestAccess',
  sessions: 'listMemberSessions listMemberTokens listSessions listApiTokens',
  invites: 'listLinkInvites getLinkInvite',
  teams: 'listTeams getTeam listTeamMembers listMemberTeams',
  customFields: 'listCustomFields getCustomField listCustomFieldValues listSpaceCustomFields',
  fieldValues: 'listCustomFieldValues listSpaceCustomFields',
  content:
    'listContent listSpaces listCollections listCollectionSpaces getSpace getCollection listMemberSpaces searchOrganization',
  access:
    'listSpacePermissions listSpaceUserPermissions getSpaceUserPermission listSpaceTeamPermissions getSpaceTeamPermission listCollectionPermissions listCollectionUserPermissions getCollectionUserPermission listCollectionTeamPermissions getCollectionTeamPermission listMemberSpaces listEligibleReviewers',
  pages:
    'getSpaceContent listSpacePages getSpacePage getSpacePageByPath listSpacePageLinks listSpacePageBacklinks listSpaceFiles getSpaceFile listSpaceFileBacklinks listSpaceReusableContents getSpaceReusableContent listSpaceRevisions searchSpace searchOrganization listSpaceLinks listBrokenLinks getSpace getSiteChecks listSiteFindings',
  translations: 'listTranslations getTranslation',
  pageTemplates: 'listPageTemplates getPageTemplate',
  imports: 'listImports getImport listImportReport listImportChanges getImportChangeTexts',
  changeRequests:
    'getChangeRequest listChangeRequests listOrganizationChangeRequests countOrganizationChangeRequests listContributors listPlannedMerges getSpace',
  edits:
    'getChangeRequestContent getChangeRequestChecks getChangeRequestChanges getChangeRequestConflicts getChangeRequestPdf listChangeRequestPages getChangeRequestPage getChangeRequestPageByPath listChangeRequestPageLinks listChangeRequestPageBacklinks listChangeRequestLinks listChangeRequestFiles getChangeRequestFile listChangeRequestFileBacklinks listChangeRequestReusableContents getChangeRequestReusableContent getChangeRequestMergeRules',
  reviews: 'listReviews listRequestedReviewers getChangeRequestMergeRules',
  mergeRules:
    'getOrganizationMergeRules getSpaceMergeRules getChangeRequestMergeRules listOrganizationMergeStops listSpaceMergeStops',
  comments:
    'getChangeRequestMergeRules listSpaceComments getSpaceComment listSpaceCommentReplies getSpaceCommentReply listChangeRequestComments getChangeRequestComment listChangeRequestCommentReplies getChangeRequestCommentReply listOrganizationComments',
  sites: 'listSites getSite getPublishedSite getSiteMemberLink getSitePublishingCheck',
  structure:
    'getSiteStructure listSiteSections listSiteSectionGroups listSiteSpaces listStructureVersions getStructureText getPublishedSite getSitePublishingCheck getSiteIncomingLinks getSiteChecks listSiteFindings',
  structureDraft: 'getStructureDraft',
  redirects: 'listSiteRedirects getReaderAttention',
  feedback: 'listPageFeedback getReaderAttention',
  appearance: 'getSiteCustomization getSitePreview',
  visitors: 'getSiteAdaptiveSchema getSiteVisitorAuthentication getSiteVisitorSegments',
  insights: 'getSiteInsightsSettings getSpacePageFigures',
  hostname: 'getSiteHostname',
  apiSpecs:
    'listApiSpecs getApiSpec getApiSpecContent listApiSpecVersions getApiSpecVersion getLatestApiSpecVersion getLatestApiSpecContent',
  sharedViews: 'listSharedViews getSharedView',
  git: 'getSpaceGit getSpaceGitInfo listSpaceGitSyncs listSpaceGitBranchPreviews getSpaceGitBranchPreview getSpaceGitWebhook getSiteGit listSiteGitSyncs getSiteGitWebhook',
  webhooks: 'listWebhooks getWebhook listWebhookDeliveries getWebhookPreview',
} as const;

type Subject = keyof typeof reads;

/** Each event is an entry there. */
const ofEveryEvent = 'listAuditLog';

const rows = (subjects: readonly Subject[], actions: string) => {
  const operations = new Set([ofEveryEvent, ...subjects.flatMap((subject) => reads[subject].split(' '))]);
  return actions.split(' ').map((action): [string, ReadonlySet<string>] => [action, operations]);
};

/** The reads that each kind of event makes outdated, by the operation that made the change. */
export const OUTDATED_READS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...rows(['organization'], 'updateOrganization'),
  ...rows(['signIn', 'organization'], 'updateSignInPolicy checkEmailDomain updateEmailDomain'),
  ...rows(
    ['signIn'],
    'createSamlProvider updateSamlProvider deleteSamlProvider readSamlMetadata createOidcProvider updateOidcProvider deleteOidcProvider',
  ),
  ...rows(['mail'], 'sendTestMail resendMail'),
  ...rows(['sharedViews'], 'createSharedView updateSharedView deleteSharedView'),
  ...rows(['members'], 'createUser createAccountLink createSignInLink setMemberSso'),
  ...rows(
    ['members', 'teams', 'invites', 'access'],
    'inviteMembers acceptInvite joinByEmailDomain resendInvitations',
  ),
  ...rows(['organization', 'members', 'teams', 'content', 'access'], 'updateMember removeMember'),
  ...rows(['organization', 'members', 'teams', 'content', 'access', 'signIn'], 'deleteAccount'),
  ...rows(['members', 'content', 'access'], 'decideFormerGuestAccess'),
  ...rows(['invites'], 'createLinkInvite updateLinkInvite deleteLinkInvite'),
  ...rows(
    ['sessions', 'members', 'signIn'],
    'signIn signInThroughSaml signInThroughOidc signOut signOutMember signOutAllMembers endSession endOtherSessions endCopiedSession endMemberSession createApiToken revokeApiToken revokeMemberToken changeCredentials changeEmail createAccount',
  ),
  ...rows(['teams', 'members'], 'createTeam updateTeam'),
  ...rows(
    ['teams', 'members', 'organization', 'content', 'access', 'mergeRules'],
    'deleteTeam setTeamMember removeTeamMember updateTeamMembers',
  ),
  ...rows(['customFields'], 'createCustomField updateCustomField deleteCustomField'),
  ...rows(['fieldValues'], 'updateSpaceCustomFields'),
  ...rows(['content', 'structure'], 'createSpace createCollection updateCollection moveCollection'),
  ...rows(['content', 'structure', 'pages'], 'duplicateSpace'),
  ...rows(
    ['content', 'structure', 'access', 'changeRequests', 'comments'],
    'updateSpace deleteSpace restoreSpace moveSpace transferSpace deleteCollection transferCollection',
  ),
  ...rows(
    ['access', 'content', 'organization'],
    'grantSpacePermissions updateSpaceUserPermission removeSpaceUserPermission updateSpaceTeamPermission removeSpaceTeamPermission grantCollectionPermissions updateCollectionUserPermission removeCollectionUserPermission updateCollectionTeamPermission removeCollectionTeamPermission',
  ),
  ...rows(['pages', 'changeRequests', 'edits'], 'editSpaceContent importSpaceContent'),
  ...rows(['pages', 'changeRequests', 'edits', 'git'], 'receiveCommits'),
  ...rows(['git', 'content'], 'connectSpaceGit'),
  // The connection is there no longer: the space says so.
  ...rows(['content'], 'disconnectSpaceGit'),
  ...rows(
    ['git'],
    'updateSpaceGit syncSpaceGit previewSpaceGitBranch deleteSpaceGitBranchPreview importGitRepository exportToGitRepository rotateSpaceGitWebhook rotateSiteGitWebhook',
  ),
  ...rows(
    ['imports', 'content', 'pages', 'changeRequests', 'edits', 'structure', 'redirects', 'sites'],
    'importOrganizationContent applyImport',
  ),
  ...rows(['pages'], 'exportSpaceContent exportChangeRequestContent'),
  ...rows(['translations', 'content'], 'createTranslation updateTranslation deleteTranslation'),
  ...rows(['changeRequests'], 'openDraft createChangeRequest updateChangeRequest'),
  ...rows(
    ['changeRequests', 'edits', 'reviews', 'comments', 'pages'],
    'editChangeRequestContent importChangeRequestContent updateChangeRequestFromMain applySuggestions',
  ),
  ...rows(
    ['changeRequests', 'edits', 'reviews', 'pages', 'comments'],
    'mergeChangeRequest undoMerge restoreRevision',
  ),
  ...rows(['changeRequests', 'edits', 'reviews', 'pages', 'comments', 'mergeRules'], 'bypassMergeRules'),
  ...rows(['pageTemplates'], 'createPageTemplate updatePageTemplate deletePageTemplate'),
  ...rows(['changeRequests'], 'planMerge cancelPlannedMerge queueMerges refusePlannedMerge'),
  ...rows(['mergeRules'], 'updateOrganizationMergeRules updateSpaceMergeRules'),
  ...rows(['changeRequests', 'reviews', 'comments'], 'createReview'),
  ...rows(['changeRequests', 'reviews'], 'requestReviewers removeRequestedReviewer removeRequestedTeam'),
  ...rows(
    ['comments', 'changeRequests'],
    'createSpaceComment updateSpaceComment deleteSpaceComment createSpaceCommentReply updateSpaceCommentReply deleteSpaceCommentReply createChangeRequestComment updateChangeRequestComment deleteChangeRequestComment createChangeRequestCommentReply updateChangeRequestCommentReply deleteChangeRequestCommentReply',
  ),
  ...rows(['sites', 'structure'], 'createSite updateSite deleteSite publishSite unpublishSite'),
  ...rows(['hostname', 'sites'], 'setSiteHostname checkSiteHostname'),
  ...rows(['appearance', 'sites'], 'updateSiteCustomization'),
  ...rows(
    ['visitors', 'sites'],
    'putSiteAdaptiveSchema putSiteVisitorSegments createSiteVisitorKey deleteSiteVisitorKey updateSiteVisitorAuthentication',
  ),
  ...rows(['insights'], 'putSiteInsightsSettings deleteSiteInsights'),
  ...rows(['feedback'], 'updatePageFeedback'),
  ...rows(['redirects'], 'createSiteRedirect updateSiteRedirect deleteSiteRedirect importSiteRedirects'),
  ...rows(
    ['structure', 'sites'],
    'createSiteSection updateSiteSection deleteSiteSection moveSiteSection createSiteSectionGroup updateSiteSectionGroup deleteSiteSectionGroup moveSiteSectionGroup addSectionToGroup removeSectionFromGroup sortSiteStructure createSiteSpace updateSiteSpace deleteSiteSpace moveSiteSpace',
  ),
  ...rows(['structure', 'structureDraft', 'sites'], 'applyStructureDraft'),
  ...rows(['structure', 'structureDraft', 'sites', 'content', 'git'], 'receiveSiteCommits'),
  ...rows(['git', 'content'], 'connectSiteGit updateSiteGit disconnectSiteGit syncSiteGit'),
  ...rows(
    ['structureDraft'],
    'addStructureDraftChange draftStructureText restoreStructureVersion removeStructureDraftChanges deleteStructureDraft scheduleStructureDraft deleteStructureDraftSchedule approveStructureDraft deleteStructureDraftApproval',
  ),
  ...rows(['apiSpecs'], 'createApiSpec putApiSpec deleteApiSpec'),
  ...rows(
    ['webhooks'],
    'createWebhook updateWebhook deleteWebhook disableWebhook rotateWebhookSecret reportFailingWebhook sendWebhookTest resendWebhookDelivery',
  ),
]);

/** The reads that an event `notification` makes outdated. */
export const NOTIFICATION_READS: ReadonlySet<string> = new Set([
  'listNotifications',
  'getNotification',
  'countNotifications',
  'getNotificationSettings',
  'listSubscriptions',
  'getSubscription',
]);

/** All reads that an event can make outdated. */
const followedReads: ReadonlySet<string> = new Set([
  ...[...OUTDATED_READS.values()].flatMap((operations) => [...operations]),
  ...NOTIFICATION_READS,
]);

/** The path parameter that the target of a kind is, where nothing else is outdated than what has it in its path. */
const targetParameters: ReadonlyMap<string, string> = new Map([
  ['member', 'userId'],
  ['team', 'teamId'],
  ['site', 'siteId'],
]);

interface Read {
  operation: string;
  path: ReadonlyMap<string, unknown>;
}

/** The read whose response a query key is for; null for anything else. */
function readOf([first]: readonly unknown[]): Read | null {
  if (typeof first !== 'object' || first === null || !('_id' in first)) return null;
  const path: unknown = 'path' in first ? first.path : null;
  return {
    operation: String(first._id),
    path: new Map(typeof path === 'object' && path !== null ? Object.entries(path) : []),
  };
}

/** Whether events say when a query is outdated. */
export function isFollowed(queryKey: readonly unknown[]): boolean {
  const read = readOf(queryKey);
  return read !== null && followedReads.has(read.operation);
}

/** Whether a query is for one of these, or for something of it; each is given by all ids of its URL. */
export function isWithin(queryKey: readonly unknown[], subjects: readonly (readonly string[])[]): boolean {
  const ids = [...(readOf(queryKey)?.path.values() ?? [])];
  return subjects.some((subject) => subject.every((id) => ids.includes(id)));
}

/** Whether an event `notification` makes a query outdated. */
export function isOfNotifications(queryKey: readonly unknown[]): boolean {
  const read = readOf(queryKey);
  return read !== null && NOTIFICATION_READS.has(read.operation);
}

/** Whether a change makes a query outdated; one of an unknown kind does for all that are followed. */
export function isOutdatedBy(change: OrganizationEvent, queryKey: readonly unknown[]): boolean {
  const read = readOf(queryKey);
  if (!read || !(OUTDATED_READS.get(change.action) ?? followedReads).has(read.operation)) return false;
  const isOther = (name: string | undefined, id: string | undefined) => {
    const value = name === undefined ? undefined : read.path.get(name);
    return value !== undefined && id !== undefined && value !== id;
  };
  const { kind, id } = change.target;
  return !isOther('spaceId', change.space) && !isOther(targetParameters.get(kind), id);
}
