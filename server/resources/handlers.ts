import type { Handlers } from '../contract/contract.ts';
import { apiSpecHandlers } from './api-specs/api-specs.handlers.ts';
import { apiTokenHandlers } from './api-tokens/api-tokens.handlers.ts';
import { auditLogHandlers } from './audit-log/audit-log.handlers.ts';
import {
  changeRequestHandlers,
  changeRequestPdfHandlers,
} from './change-requests/change-requests.handlers.ts';
import { eventHandlers } from './change-requests/events.handlers.ts';
import { organizationChangeRequestHandlers } from './change-requests/organization-change-requests.handlers.ts';
import { pagePreviewHandlers } from './change-requests/page-previews.handlers.ts';
import { plannedMergeHandlers } from './change-requests/planned/planned-merges.handlers.ts';
import { mergeRuleHandlers } from './change-requests/reviews/merge-rules.handlers.ts';
import { reviewerHandlers } from './change-requests/reviews/reviews.handlers.ts';
import { diffHandlers } from './change-requests/writing/diff.handlers.ts';
import { writingHandlers } from './change-requests/writing/writing.handlers.ts';
import { collectionHandlers } from './collections/collections.handlers.ts';
import {
  changeRequestCommentHandlers,
  organizationCommentHandlers,
  spaceCommentHandlers,
  suggestionHandlers,
} from './comments/comments.handlers.ts';
import { mentionHandlers } from './comments/mention-candidates.ts';
import { reviewHandlers } from './comments/review-comments.ts';
import { plannedChangeHandlers } from './content-import/changes/planned-changes.handlers.ts';
import { contentImportHandlers } from './content-import/content-import.handlers.ts';
import { importUploadHandlers } from './content-import/import-uploads.handlers.ts';
import { contentOutlineHandlers } from './content-outline/content-outline.handlers.ts';
import { codeHighlightHandlers } from './content/code-highlights.handlers.ts';
import { contentExportHandlers } from './content/content-export.handlers.ts';
import { contentHandlers } from './content/content.handlers.ts';
import { reusableContentHandlers } from './content/reusable-contents.handlers.ts';
import { customFieldHandlers, fieldValueHandlers } from './custom-fields/custom-fields.handlers.ts';
import { emailDomainHandlers } from './email-domains/email-domains.handlers.ts';
import { branchPreviewHandlers } from './git-sync/branch-previews.handlers.ts';
import { gitCheckHandlers } from './git-sync/git-checks.handlers.ts';
import { gitConnectionHandlers } from './git-sync/git-connections.handlers.ts';
import { siteGitHandlers } from './git-sync/site/site-git.handlers.ts';
import { guestAccessHandlers } from './guest-access/guest-access.handlers.ts';
import { insightHandlers } from './insights/insights.handlers.ts';
import { pageFigureHandlers } from './insights/page-figures.handlers.ts';
import { inviteHandlers, joiningHandlers } from './invites/invites.handlers.ts';
import { linkHandlers } from './links/links.handlers.ts';
import { mailHandlers } from './mail/mail.handlers.ts';
import { memberHandlers } from './members/members.handlers.ts';
import { notificationHandlers } from './notifications/notifications.handlers.ts';
import { operationHandlers } from './operation/operation.handlers.ts';
import { organizationEventHandlers } from './organizations/organization-events.handlers.ts';
import { organizationHandlers } from './organizations/organizations.handlers.ts';
import { pageFeedbackHandlers } from './page-feedback/page-feedback.handlers.ts';
import { pageTemplateHandlers } from './page-templates/page-templates.handlers.ts';
import { collectionPermissionHandlers, spacePermissionHandlers } from './permissions/permissions.handlers.ts';
import { personalStateHandlers } from './personal-state/personal-state.handlers.ts';
import { sharedViewHandlers } from './personal-state/shared-views.handlers.ts';
import { redirectHandlers } from './redirects/redirects.handlers.ts';
import { revisionHandlers } from './revisions/revisions.handlers.ts';
import { oidcHandlers } from './saml/oidc.handlers.ts';
import { samlHandlers } from './saml/saml.handlers.ts';
import { searchHandlers } from './search/search.handlers.ts';
import { serverInfoHandlers } from './server-info/server-info.handlers.ts';
import { sessionHandlers } from './sessions/sessions.handlers.ts';
import { signInPolicyHandlers } from './sign-in-policy/sign-in-policy.handlers.ts';
import { changeRequestCheckHandlers } from './site-checks/change-request-checks.handlers.ts';
import { readerAttentionHandlers } from './site-checks/reader-attention.handlers.ts';
import { siteCheckHandlers } from './site-checks/site-checks.handlers.ts';
import { siteCustomizationHandlers } from './site-customization/site-customization.handlers.ts';
import { siteHostnameHandlers } from './site-hostname/site-hostname.handlers.ts';
import { structureDraftHandlers } from './site-structure/drafts/structure-drafts.handlers.ts';
import { structureVersionHandlers } from './site-structure/history/versions.handlers.ts';
import { siteSectionGroupHandlers } from './site-structure/section-groups.handlers.ts';
import { siteSectionHandlers } from './site-structure/sections.handlers.ts';
import { siteSpaceHandlers } from './site-structure/site-spaces.handlers.ts';
import { siteStructureHandlers } from './site-structure/structure.handlers.ts';
import { structureTextHandlers } from './site-structure/text/structure-text.handlers.ts';
import { adaptiveSchemaHandlers } from './sites/adaptive-schema.handlers.ts';
import { incomingLinkHandlers } from './sites/incoming-links.handlers.ts';
import { memberLinkHandlers } from './sites/member-link.handlers.ts';
import { sitePreviewHandlers } from './sites/preview.handlers.ts';
import { publishingCheckHandlers } from './sites/publishing-check.handlers.ts';
import { publishedSiteHandlers, siteHandlers } from './sites/sites.handlers.ts';
import { spaceHandlers } from './spaces/spaces.handlers.ts';
import { teamMemberHandlers } from './team-members/team-members.handlers.ts';
import { teamHandlers } from './teams/teams.handlers.ts';
import { translationHandlers } from './translations/translations.handlers.ts';
import { userHandlers } from './users/users.handlers.ts';
import { visitorAuthenticationHandlers } from './visitor-authentication/visitor-authentication.handlers.ts';
import { visitorSegmentHandlers } from './visitor-segments/visitor-segments.handlers.ts';
import { webhookHandlers } from './webhooks/webhooks.handlers.ts';

/** All operation handlers; a missing operation is a compile error. */
export const handlers: Handlers = {
  ...auditLogHandlers,
  ...apiSpecHandlers,
  ...apiTokenHandlers,
  ...changeRequestHandlers,
  ...writingHandlers,
  ...pagePreviewHandlers,
  ...diffHandlers,
  ...eventHandlers,
  ...organizationEventHandlers,
  ...organizationChangeRequestHandlers,
  ...changeRequestPdfHandlers,
  ...mergeRuleHandlers,
  ...pageTemplateHandlers,
  ...plannedMergeHandlers,
  ...reviewerHandlers,
  ...reviewHandlers,
  ...collectionHandlers,
  ...contentOutlineHandlers,
  ...contentHandlers,
  ...codeHighlightHandlers,
  ...contentExportHandlers,
  ...reusableContentHandlers,
  ...changeRequestCommentHandlers,
  ...organizationCommentHandlers,
  ...spaceCommentHandlers,
  ...suggestionHandlers,
  ...customFieldHandlers,
  ...fieldValueHandlers,
  ...contentImportHandlers,
  ...plannedChangeHandlers,
  ...importUploadHandlers,
  ...emailDomainHandlers,
  ...gitConnectionHandlers,
  ...branchPreviewHandlers,
  ...gitCheckHandlers,
  ...siteGitHandlers,
  ...guestAccessHandlers,
  ...insightHandlers,
  ...pageFigureHandlers,
  ...inviteHandlers,
  ...joiningHandlers,
  ...linkHandlers,
  ...mailHandlers,
  ...memberHandlers,
  ...mentionHandlers,
  ...notificationHandlers,
  ...operationHandlers,
  ...organizationHandlers,
  ...personalStateHandlers,
  ...sharedViewHandlers,
  ...spacePermissionHandlers,
  ...collectionPermissionHandlers,
  ...pageFeedbackHandlers,
  ...redirectHandlers,
  ...revisionHandlers,
  ...searchHandlers,
  ...oidcHandlers,
  ...samlHandlers,
  ...serverInfoHandlers,
  ...sessionHandlers,
  ...signInPolicyHandlers,
  ...siteCheckHandlers,
  ...changeRequestCheckHandlers,
  ...readerAttentionHandlers,
  ...siteHandlers,
  ...adaptiveSchemaHandlers,
  ...publishedSiteHandlers,
  ...sitePreviewHandlers,
  ...publishingCheckHandlers,
  ...memberLinkHandlers,
  ...siteStructureHandlers,
  ...structureDraftHandlers,
  ...structureVersionHandlers,
  ...structureTextHandlers,
  ...siteSectionHandlers,
  ...siteSectionGroupHandlers,
  ...siteSpaceHandlers,
  ...spaceHandlers,
  ...teamHandlers,
  ...teamMemberHandlers,
  ...translationHandlers,
  ...userHandlers,
  ...siteCustomizationHandlers,
  ...siteHostnameHandlers,
  ...incomingLinkHandlers,
  ...visitorAuthenticationHandlers,
  ...visitorSegmentHandlers,
  ...webhookHandlers,
};
