/** The screens and fault cases of each noun. A new noun is added here only. */
import { accessReviewScreens } from './access-review/screens.ts';
import { accountCases } from './account/faults.ts';
import { accountScreens } from './account/screens.ts';
import { apiSpecCases } from './api-specs/faults.ts';
import { apiSpecScreens } from './api-specs/screens.ts';
import { auditLogScreens } from './audit-log/screens.ts';
import { changeRequestCases } from './change-requests/faults.ts';
import { plannedMergeCases } from './change-requests/planned-faults.ts';
import { reviewerCases } from './change-requests/reviewer-faults.ts';
import { changeRequestScreens } from './change-requests/screens.ts';
import { changeRequestCommentCases, spaceCommentCases } from './comments/faults.ts';
import { commentScreens } from './comments/screens.ts';
import { contentCases, treeCases } from './content/faults.ts';
import { contentScreens } from './content/screens.ts';
import { customFieldCases } from './custom-fields/faults.ts';
import { customFieldScreens } from './custom-fields/screens.ts';
import type { FaultCase } from './faults/fault-run.ts';
import { gitSyncCases } from './git-sync/faults.ts';
import { gitSyncScreens } from './git-sync/screens.ts';
import { homeScreens } from './home/screens.ts';
import { importScreens } from './imports/screens.ts';
import { inboxScreens } from './inbox/screens.ts';
import { insightCases } from './insights/faults.ts';
import { insightScreens } from './insights/screens.ts';
import { inviteCases, joiningCases } from './invites/faults.ts';
import { inviteScreens } from './invites/screens.ts';
import { mailCases } from './mail/faults.ts';
import { mailScreens } from './mail/screens.ts';
import { memberCases } from './members/faults.ts';
import { memberScreens } from './members/screens.ts';
import { notificationScreens } from './notifications/screens.ts';
import { operationScreens } from './operation/screens.ts';
import { redirectCases } from './redirects/faults.ts';
import { redirectScreens } from './redirects/screens.ts';
import { samlCases } from './saml/faults.ts';
import { samlScreens } from './saml/screens.ts';
import type { Screen } from './screens/screen.ts';
import { searchScreens } from './search/screens.ts';
import { settingsCases } from './settings/faults.ts';
import { settingsScreens } from './settings/screens.ts';
import { shellScreens } from './shell/screens.ts';
import { siteCustomizationCases } from './site-customization/faults.ts';
import { siteCustomizationScreens } from './site-customization/screens.ts';
import { structureDraftCases } from './site-structure/draft-faults.ts';
import { structureCases, structureItemCases } from './site-structure/faults.ts';
import { siteStructureScreens } from './site-structure/screens.ts';
import { siteCases } from './sites/faults.ts';
import { siteScreens } from './sites/screens.ts';
import { accessCases } from './spaces/faults.ts';
import { spaceScreens } from './spaces/screens.ts';
import { createOrganization, type Organization, type Person } from './support/organizations.ts';
import { teamCases } from './teams/faults.ts';
import { teamScreens } from './teams/screens.ts';
import { translationCases } from './translations/faults.ts';
import { translationScreens } from './translations/screens.ts';
import { visitorCases } from './visitors/faults.ts';
import { visitorScreens } from './visitors/screens.ts';
import { webhookCases } from './webhooks/faults.ts';
import { webhookScreens } from './webhooks/screens.ts';

/** The screens by topic, in groups of similar length. */
export const screenGroups = {
  people: [
    ...homeScreens,
    ...memberScreens,
    ...accessReviewScreens,
    ...auditLogScreens,
    ...inviteScreens,
    ...teamScreens,
    ...samlScreens,
    ...settingsScreens,
    ...mailScreens,
    ...notificationScreens,
    ...webhookScreens,
    ...shellScreens,
    ...accountScreens,
    ...operationScreens,
  ],
  content: [
    ...contentScreens,
    ...spaceScreens,
    ...gitSyncScreens,
    ...importScreens,
    ...customFieldScreens,
    ...translationScreens,
    ...apiSpecScreens,
  ],
  sites: [
    ...siteScreens,
    ...siteCustomizationScreens,
    ...siteStructureScreens,
    ...visitorScreens,
    ...insightScreens,
    ...redirectScreens,
    ...searchScreens,
  ],
  reviews: [...inboxScreens, ...changeRequestScreens, ...commentScreens],
} satisfies Record<string, readonly Screen[]>;

/** Cases that share an organization and a page. */
export interface FaultGroup {
  name: string;
  cases: readonly FaultCase[];
  /** The actor; default: the administrator. */
  actor?: (organization: Organization) => Promise<Person>;
}

/** The fault cases of all nouns, in run order. */
export const caseGroups = [
  { name: 'teams', cases: teamCases },
  { name: 'members and invites', cases: [...memberCases, ...inviteCases] },
  {
    name: 'joining',
    cases: joiningCases,
    actor: async () => (await createOrganization('Elsewhere')).addPerson('read', 'Jo Joiner'),
  },
  { name: 'account', cases: accountCases },
  { name: 'settings', cases: [...settingsCases, ...mailCases, ...samlCases, ...translationCases] },
  { name: 'webhooks', cases: webhookCases },
  { name: 'Git Sync', cases: gitSyncCases },
  { name: 'custom fields and API specifications', cases: [...customFieldCases, ...apiSpecCases] },
  { name: 'collections and spaces', cases: contentCases },
  { name: 'the tree of content', cases: treeCases },
  { name: 'access to content', cases: accessCases },
  {
    name: 'sites',
    cases: [...siteCases, ...siteCustomizationCases, ...visitorCases, ...redirectCases, ...insightCases],
  },
  { name: 'the structure of a site', cases: structureCases },
  { name: 'the items of a structure', cases: structureItemCases },
  { name: 'the draft of a structure', cases: structureDraftCases },
  { name: 'change requests', cases: [...changeRequestCases, ...reviewerCases] },
  { name: 'planned merges', cases: plannedMergeCases },
  { name: 'comments on a space', cases: spaceCommentCases },
  { name: 'comments on a change request', cases: changeRequestCommentCases },
] satisfies readonly FaultGroup[];
