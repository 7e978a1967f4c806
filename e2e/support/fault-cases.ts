/**
 * Every change of the console with the case of the fault run that makes it. `scripts/fault-cases.test.ts` holds the
 * list to the sources: a file that sends a change has a case here, or a reason.
 */
import { accessCases, contentCases, treeCases } from './fault-cases-content.ts';
import { joiningCases, memberCases, teamCases } from './fault-cases-people.ts';
import { changeRequestCases, changeRequestCommentCases, spaceCommentCases } from './fault-cases-reviews.ts';
import { definitionCases, settingsCases } from './fault-cases-settings.ts';
import { siteCases, structureCases, structureItemCases } from './fault-cases-sites.ts';
import { createOrganization, type Organization, type Person } from './organizations.ts';
import { type FaultCase, type Trouble, troublesOf } from './fault-run.ts';

/** Changes that share an organization and a page. */
export interface FaultGroup {
  name: string;
  cases: readonly FaultCase[];
  /** Who makes them, where that is not the administrator. */
  actor?: (organization: Organization) => Promise<Person>;
}

/** All cases, in the order in which they are run. */
export const faultGroups: readonly FaultGroup[] = [
  { name: 'teams', cases: teamCases },
  { name: 'members and invites', cases: memberCases },
  {
    name: 'joining',
    cases: joiningCases,
    actor: async () => (await createOrganization('Elsewhere')).addPerson('read', 'Jo Joiner'),
  },
  { name: 'settings', cases: settingsCases },
  { name: 'custom fields and API specifications', cases: definitionCases },
  { name: 'collections and spaces', cases: contentCases },
  { name: 'the tree of content', cases: treeCases },
  { name: 'access to content', cases: accessCases },
  { name: 'sites', cases: siteCases },
  { name: 'the structure of a site', cases: structureCases },
  { name: 'the items of a structure', cases: structureItemCases },
  { name: 'change requests', cases: changeRequestCases },
  { name: 'discussions on a space', cases: spaceCommentCases },
  { name: 'discussions on a change request', cases: changeRequestCommentCases },
];

const turns = new Map(faultGroups.flatMap(({ cases }) => cases).map((one, turn) => [one, turn]));

/** What a case meets; its place in the whole list decides. */
export const troublesAt = (one: FaultCase): readonly Trouble[] => troublesOf(turns.get(one) ?? 0);

const membersBulk =
  'The bulk run, which tries again by itself: faults-bulk.spec.ts breaks it by way of updateMember, and all others are sent by the same function.';

/** Changes without a case, as `<file below src> <operation>`, each with why it needs none. */
export const withoutCase: Readonly<Record<string, string>> = {
  'components/member-bulk/carry-out.ts updateMember': membersBulk,
  'components/member-bulk/carry-out.ts removeMember': membersBulk,
  'components/member-bulk/carry-out.ts setMemberSso': membersBulk,
  'components/member-bulk/carry-out.ts setTeamMember': membersBulk,
  'components/member-bulk/carry-out.ts removeTeamMember': membersBulk,
  'features/members/csv-run.ts inviteMembers': membersBulk,
  'features/change-requests/inbox/inbox-bulk-dialog.tsx updateChangeRequest': membersBulk,
  'features/change-requests/inbox/inbox-bulk-dialog.tsx updateChangeRequestFromMain': membersBulk,
  'features/visitors/schema-changes.ts updateSiteSection': membersBulk,
  'features/visitors/schema-changes.ts updateSiteSpace': membersBulk,
  'features/custom-fields/value-changes.ts updateSpaceCustomFields':
    'Sent by the paced run, which tries again by itself: faults-bulk.spec.ts breaks it in the matrix.',
  'features/spaces/import-form.tsx importSpaceContent':
    'Only public addresses are fetched, so no import succeeds in a test: faults.spec.ts breaks one that is refused.',
  'features/spaces/import-form.tsx importChangeRequestContent':
    'The same form, about a change request in place of its space.',
  'features/change-requests/inbox/merge-queue-dialog.tsx mergeChangeRequest':
    'The queue stops at whatever fails and says so; inbox.spec.ts makes it stop.',
  'features/change-requests/reviewers-panel.tsx requestReviewers':
    'Only undoes “no longer asking for a review”.',
  'features/content/duplication.ts deleteSpace': 'Only undoes duplicating.',
  'features/content/duplication.ts restoreSpace': 'Only does duplicating again.',
  'features/api-specs/spec-actions.ts putApiSpec':
    'Reads an address again, which no test can serve; its failure is told by the toast of all buttons.',
  'routes/_shell/o.$organizationId/index.tsx pingOrganization':
    'Says that somebody is there; nobody is told whether that arrives.',
};
