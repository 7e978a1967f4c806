import type { OperationId } from '#server/contract/contract.ts';
import { apiSpecCases } from '#server/resources/api-specs/api-specs.contract-cases.ts';
import { apiTokenCases } from '#server/resources/api-tokens/api-tokens.contract-cases.ts';
import { auditLogCases } from '#server/resources/audit-log/audit-log.contract-cases.ts';
import { changeRequestCases } from '#server/resources/change-requests/change-requests.contract-cases.ts';
import { plannedMergeCases } from '#server/resources/change-requests/planned/planned-merges.contract-cases.ts';
import { mergeRuleCases } from '#server/resources/change-requests/reviews/merge-rules.contract-cases.ts';
import { collectionCases } from '#server/resources/collections/collections.contract-cases.ts';
import { commentCases } from '#server/resources/comments/comments.contract-cases.ts';
import { contentImportCases } from '#server/resources/content-import/content-import.contract-cases.ts';
import { contentOutlineCases } from '#server/resources/content-outline/content-outline.contract-cases.ts';
import { contentCases } from '#server/resources/content/content.contract-cases.ts';
import { customFieldCases } from '#server/resources/custom-fields/custom-fields.contract-cases.ts';
import { emailDomainCases } from '#server/resources/email-domains/email-domains.contract-cases.ts';
import { gitSyncCases } from '#server/resources/git-sync/git-sync.contract-cases.ts';
import { guestAccessCases } from '#server/resources/guest-access/guest-access.contract-cases.ts';
import { insightCases } from '#server/resources/insights/insights.contract-cases.ts';
import { inviteCases } from '#server/resources/invites/invites.contract-cases.ts';
import { linkCases } from '#server/resources/links/links.contract-cases.ts';
import { mailCases } from '#server/resources/mail/mail.contract-cases.ts';
import { memberCases } from '#server/resources/members/members.contract-cases.ts';
import { notificationCases } from '#server/resources/notifications/notifications.contract-cases.ts';
import { operationCases } from '#server/resources/operation/operation.contract-cases.ts';
import { organizationCases } from '#server/resources/organizations/organizations.contract-cases.ts';
import { pageFeedbackCases } from '#server/resources/page-feedback/page-feedback.contract-cases.ts';
import { pageTemplateCases } from '#server/resources/page-templates/page-templates.contract-cases.ts';
import { permissionCases } from '#server/resources/permissions/permissions.contract-cases.ts';
import { personalStateCases } from '#server/resources/personal-state/personal-state.contract-cases.ts';
import { redirectCases } from '#server/resources/redirects/redirects.contract-cases.ts';
import { revisionCases } from '#server/resources/revisions/revisions.contract-cases.ts';
import { oidcCases } from '#server/resources/saml/oidc.contract-cases.ts';
import { samlCases } from '#server/resources/saml/saml.contract-cases.ts';
import { searchCases } from '#server/resources/search/search.contract-cases.ts';
import { serverInfoCases } from '#server/resources/server-info/server-info.contract-cases.ts';
import { sessionCases } from '#server/resources/sessions/sessions.contract-cases.ts';
import { signInPolicyCases } from '#server/resources/sign-in-policy/sign-in-policy.contract-cases.ts';
import { siteCheckCases } from '#server/resources/site-checks/site-checks.contract-cases.ts';
import { siteCustomizationCases } from '#server/resources/site-customization/site-customization.contract-cases.ts';
import { siteHostnameCases } from '#server/resources/site-hostname/site-hostname.contract-cases.ts';
import { structureDraftCases } from '#server/resources/site-structure/drafts/structure-drafts.contract-cases.ts';
import { siteStructureCases } from '#server/resources/site-structure/site-structure.contract-cases.ts';
import { siteCases } from '#server/resources/sites/sites.contract-cases.ts';
import { spaceCases } from '#server/resources/spaces/spaces.contract-cases.ts';
import { teamMemberCases } from '#server/resources/team-members/team-members.contract-cases.ts';
import { teamCases } from '#server/resources/teams/teams.contract-cases.ts';
import { translationCases } from '#server/resources/translations/translations.contract-cases.ts';
import { userCases } from '#server/resources/users/users.contract-cases.ts';
import { visitorAuthenticationCases } from '#server/resources/visitor-authentication/visitor-authentication.contract-cases.ts';
import { visitorSegmentCases } from '#server/resources/visitor-segments/visitor-segments.contract-cases.ts';
import { webhookCases } from '#server/resources/webhooks/webhooks.contract-cases.ts';
import type { ContractCases, IdKind } from './contract-cases.ts';

/** The nouns of the API, contained ones before their containers. */
const NOUNS = [
  apiSpecCases,
  apiTokenCases,
  auditLogCases,
  changeRequestCases,
  collectionCases,
  commentCases,
  contentCases,
  contentImportCases,
  contentOutlineCases,
  customFieldCases,
  emailDomainCases,
  gitSyncCases,
  guestAccessCases,
  insightCases,
  inviteCases,
  linkCases,
  mailCases,
  memberCases,
  mergeRuleCases,
  notificationCases,
  operationCases,
  organizationCases,
  personalStateCases,
  plannedMergeCases,
  pageTemplateCases,
  permissionCases,
  pageFeedbackCases,
  siteCheckCases,
  redirectCases,
  revisionCases,
  oidcCases,
  samlCases,
  searchCases,
  serverInfoCases,
  sessionCases,
  signInPolicyCases,
  siteStructureCases,
  structureDraftCases,
  siteCases,
  spaceCases,
  teamMemberCases,
  teamCases,
  translationCases,
  userCases,
  siteCustomizationCases,
  siteHostnameCases,
  visitorAuthenticationCases,
  visitorSegmentCases,
  webhookCases,
] as const;

type KeysOf<Part extends 'calls' | 'ids', Noun> =
  Noun extends Record<Part, infer Cases> ? keyof Cases : never;
type Noun = (typeof NOUNS)[number];
type AllCases = ContractCases<KeysOf<'calls', Noun>, KeysOf<'ids', Noun>>;

/** The cases of the whole API. Does not compile while an operation or a kind of id belongs to no noun. */
export const CASES: ContractCases<OperationId, IdKind> = combine(NOUNS);

function combine(nouns: readonly Noun[]): AllCases {
  const merge = (part: 'calls' | 'otherBodies' | 'permissions' | 'lists' | 'limits' | 'exceptions' | 'ids') =>
    Object.assign({}, ...nouns.map((noun) => noun[part]));
  return {
    calls: merge('calls'),
    otherBodies: merge('otherBodies'),
    permissions: merge('permissions'),
    lists: merge('lists'),
    limits: merge('limits'),
    exceptions: merge('exceptions'),
    ids: merge('ids'),
    references: nouns.flatMap(({ references }): AllCases['references'] => references),
    createIds: async (fixture) => {
      const ids: Record<string, string> = {};
      for (const { createIds } of nouns) Object.assign(ids, await createIds(fixture));
      return ids;
    },
  };
}
