import { type Kysely, sql } from 'kysely';
import type { Membership } from '#server/access/actor.ts';
import { decidingGrantOfMember, levelOfMember } from '#server/access/content-access.ts';
import { LEVEL, MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import type { LoggedEvent } from '#server/audit/event-log.ts';
import type { Database } from '#server/database/tables/schema.ts';

/** Who may read what an event is about. */
type Readers =
  /** Every active member, also guests. */
  | 'everyone'
  /** Who may list members, teams, sites and specifications: everyone but guests. */
  | 'members'
  | 'administrators'
  /** Who may read the space or the collection. */
  | 'content'
  /** Who may list the permissions of the space or the collection. */
  | 'content-managers';

interface EventRule {
  readers: Readers;
  /** Whether it can change what others may read, who are told that and nothing else. */
  changesAccess?: boolean | ((event: LoggedEvent) => boolean);
}

const rows = (readers: Readers, actions: string, rule: Omit<EventRule, 'readers'> = {}) =>
  actions.split(/\s+/).map((action): [string, EventRule] => [action, { readers, ...rule }]);

const hasDefaultLevel = ({ after }: LoggedEvent): boolean =>
  typeof after === 'object' && after !== null && ('default_level' in after || 'defaultLevel' in after);

/**
 * The readers of each kind of event, as the operation that reads the same decides. A kind without a row is for
 * administrators.
 */
export const EVENT_RULES: ReadonlyMap<string, EventRule> = new Map([
  ...rows(
    'everyone',
    'updateOrganization createCustomField updateCustomField deleteCustomField createTranslation updateTranslation deleteTranslation',
  ),
  ...rows(
    'members',
    'updateOrganizationMergeRules createTeam updateTeam createUser createSharedView updateSharedView deleteSharedView',
  ),
  ...rows(
    'members',
    'inviteMembers acceptInvite joinByEmailDomain updateMember removeMember deleteAccount setMemberSso deleteTeam setTeamMember removeTeamMember updateTeamMembers',
    { changesAccess: true },
  ),
  ...rows(
    'members',
    'createSite updateSite deleteSite publishSite unpublishSite updateSiteCustomization putSiteAdaptiveSchema putSiteVisitorSegments putSiteInsightsSettings deleteSiteInsights createSiteRedirect updateSiteRedirect deleteSiteRedirect importSiteRedirects updatePageFeedback createSiteSection updateSiteSection deleteSiteSection moveSiteSection createSiteSectionGroup updateSiteSectionGroup deleteSiteSectionGroup moveSiteSectionGroup addSectionToGroup removeSectionFromGroup sortSiteStructure applyStructureDraft receiveSiteCommits addStructureDraftChange draftStructureText restoreStructureVersion removeStructureDraftChanges deleteStructureDraft scheduleStructureDraft deleteStructureDraftSchedule approveStructureDraft deleteStructureDraftApproval createSiteSpace updateSiteSpace deleteSiteSpace moveSiteSpace',
  ),
  ...rows('members', 'createApiSpec putApiSpec deleteApiSpec'),
  ...rows(
    'content',
    'createSpace duplicateSpace updateSpaceCustomFields updateSpaceMergeRules editSpaceContent importSpaceContent importOrganizationContent applyImport receiveCommits connectSpaceGit updateSpaceGit disconnectSpaceGit syncSpaceGit previewSpaceGitBranch deleteSpaceGitBranchPreview rotateSpaceGitWebhook importGitRepository exportToGitRepository createCollection',
  ),
  ...rows('content', 'updateSpace updateCollection', { changesAccess: hasDefaultLevel }),
  ...rows(
    'content',
    'deleteSpace restoreSpace moveSpace transferSpace deleteCollection moveCollection transferCollection',
    { changesAccess: true },
  ),
  ...rows(
    'content-managers',
    'grantSpacePermissions updateSpaceUserPermission removeSpaceUserPermission updateSpaceTeamPermission removeSpaceTeamPermission grantCollectionPermissions updateCollectionUserPermission removeCollectionUserPermission updateCollectionTeamPermission removeCollectionTeamPermission',
    { changesAccess: true },
  ),
  ...rows(
    'content',
    'openDraft createChangeRequest updateChangeRequest editChangeRequestContent importChangeRequestContent updateChangeRequestFromMain mergeChangeRequest createPageTemplate updatePageTemplate deletePageTemplate planMerge cancelPlannedMerge queueMerges refusePlannedMerge bypassMergeRules undoMerge restoreRevision applySuggestions createReview requestReviewers removeRequestedReviewer removeRequestedTeam',
  ),
  ...rows(
    'content',
    'createSpaceComment updateSpaceComment deleteSpaceComment createSpaceCommentReply updateSpaceCommentReply deleteSpaceCommentReply createChangeRequestComment updateChangeRequestComment deleteChangeRequestComment createChangeRequestCommentReply updateChangeRequestCommentReply deleteChangeRequestCommentReply',
  ),
  ...rows('administrators', 'decideFormerGuestAccess', { changesAccess: true }),
  // Only the audit log shows them.
  ...rows('administrators', 'exportSpaceContent exportChangeRequestContent'),
  ...rows(
    'administrators',
    'connectSiteGit updateSiteGit disconnectSiteGit rotateSiteGitWebhook syncSiteGit',
  ),
  ...rows(
    'administrators',
    'createLinkInvite updateLinkInvite deleteLinkInvite resendInvitations createAccountLink createSignInLink checkEmailDomain updateEmailDomain sendTestMail resendMail updateSignInPolicy',
  ),
  ...rows(
    'administrators',
    'createSamlProvider updateSamlProvider deleteSamlProvider readSamlMetadata createOidcProvider updateOidcProvider deleteOidcProvider checkSiteHostname setSiteHostname createSiteVisitorKey deleteSiteVisitorKey updateSiteVisitorAuthentication',
  ),
  ...rows(
    'administrators',
    'createWebhook updateWebhook deleteWebhook disableWebhook rotateWebhookSecret reportFailingWebhook sendWebhookTest resendWebhookDelivery',
  ),
  ...rows(
    'administrators',
    'signIn signInThroughSaml signInThroughOidc signOut signOutMember signOutAllMembers endSession endOtherSessions endCopiedSession endMemberSession createApiToken revokeApiToken revokeMemberToken changeCredentials changeEmail confirmEmail createAccount addOperator removeOperator createBackup checkBackup',
  ),
]);

const UNKNOWN: EventRule = { readers: 'administrators' };

/** The levels of members on the content of events, by `content user`; what is missing can't be read. */
export type ContentLevels = ReadonlyMap<string, number>;

/** The space, or the collection, that an event is about. */
const contentOf = ({ spaceId, targetKind, targetId }: LoggedEvent): string | undefined =>
  spaceId ?? (targetKind === 'collection' ? targetId : undefined);

/** Whether a member may be sent an event, with the levels as they are now. */
export function mayRead(event: LoggedEvent, member: Membership, levels: ContentLevels): boolean {
  const { readers } = EVENT_RULES.get(event.action) ?? UNKNOWN;
  const level = levels.get(`${contentOf(event)} ${member.userId}`) ?? 0;
  if (readers === 'everyone') return true;
  if (readers === 'members') return member.role >= LEVEL.read;
  if (readers === 'content') return level >= MIN_VISIBLE_LEVEL;
  if (readers === 'content-managers') return level >= LEVEL.create;
  return member.role === LEVEL.admin;
}

/** Whether it can change what others than its readers may read. */
export function changesAccess(event: LoggedEvent): boolean {
  const { changesAccess: changes = false } = EVENT_RULES.get(event.action) ?? UNKNOWN;
  return typeof changes === 'function' ? changes(event) : changes;
}

/**
 * The levels of members on the content of events, without deleted spaces. Read after the events: what a later change has
 * hidden is not sent any more.
 */
export async function findContentLevels(
  db: Kysely<Database>,
  organizationId: string,
  events: readonly LoggedEvent[],
  userIds: readonly string[],
): Promise<ContentLevels> {
  return findLevels(
    db,
    organizationId,
    [...new Set(events.flatMap((event) => contentOf(event) ?? []))],
    userIds,
  );
}

/** The levels of members on spaces and collections, without deleted spaces. */
export async function findLevels(
  db: Kysely<Database>,
  organizationId: string,
  ids: readonly string[],
  userIds: readonly string[],
): Promise<ContentLevels> {
  if (ids.length === 0 || userIds.length === 0) return new Map();
  const granted = sql<
    number | null
  >`(select decisive.level from ${decidingGrantOfMember('content')} as decisive)`;
  const { rows: levels } = await sql<{ content_id: string; user_id: string; level: number }>`
    with content as (
      select id, organization_id, ancestor_path, grant_path, resolved_level from spaces
      where id = any(${ids}::text[]) and organization_id = ${organizationId} and deleted_at is null
      union all
      select id, organization_id, ancestor_path, grant_path, resolved_level from collections
      where id = any(${ids}::text[]) and organization_id = ${organizationId}
    )
    select content.id as content_id, members.user_id, ${levelOfMember(granted, 'content')} as level
    from content join members on members.organization_id = content.organization_id
    where members.user_id = any(${userIds}::text[]) and not members.disabled`.execute(db);
  return new Map(levels.map((row) => [`${row.content_id} ${row.user_id}`, row.level]));
}
