/**
 * Every operation that changes something, with the cases of the fault run that make the console use it. One that has
 * neither a case nor a reason does not compile.
 */
import { apiSpecCases } from '../api-specs/faults.ts';
import { changeRequestCases } from '../change-requests/faults.ts';
import { changeRequestCommentCases, spaceCommentCases } from '../comments/faults.ts';
import { contentCases, treeCases } from '../content/faults.ts';
import { customFieldCases } from '../custom-fields/faults.ts';
import { inviteCases, joiningCases } from '../invites/faults.ts';
import { memberCases } from '../members/faults.ts';
import { samlCases } from '../saml/faults.ts';
import { settingsCases } from '../settings/faults.ts';
import { structureCases, structureItemCases } from '../site-structure/faults.ts';
import { siteCases } from '../sites/faults.ts';
import { accessCases } from '../spaces/faults.ts';
import { teamCases } from '../teams/faults.ts';
import { translationCases } from '../translations/faults.ts';
import { visitorCases } from '../visitors/faults.ts';
import type { ChangingOperation } from '../support/operations.ts';
import { createOrganization, type Organization, type Person } from '../support/organizations.ts';
import { type FaultCase, type FaultKind, faultsFor } from './fault-run.ts';

/** Cases that share an organization and a page. */
export interface FaultGroup {
  name: string;
  cases: readonly FaultCase[];
  /** The actor; default: the administrator. */
  actor?: (organization: Organization) => Promise<Person>;
}

const groups = [
  { name: 'teams', cases: teamCases },
  { name: 'members and invites', cases: [...memberCases, ...inviteCases] },
  {
    name: 'joining',
    cases: joiningCases,
    actor: async () => (await createOrganization('Elsewhere')).addPerson('read', 'Jo Joiner'),
  },
  { name: 'settings', cases: [...settingsCases, ...samlCases, ...translationCases] },
  { name: 'custom fields and API specifications', cases: [...customFieldCases, ...apiSpecCases] },
  { name: 'collections and spaces', cases: contentCases },
  { name: 'the tree of content', cases: treeCases },
  { name: 'access to content', cases: accessCases },
  { name: 'sites', cases: [...siteCases, ...visitorCases] },
  { name: 'the structure of a site', cases: structureCases },
  { name: 'the items of a structure', cases: structureItemCases },
  { name: 'change requests', cases: changeRequestCases },
  { name: 'comments on a space', cases: spaceCommentCases },
  { name: 'comments on a change request', cases: changeRequestCommentCases },
] satisfies readonly FaultGroup[];

/** All cases, in the order in which they are run. */
export const faultGroups: readonly FaultGroup[] = groups;

const caseIndexes = new Map(faultGroups.flatMap(({ cases }) => cases).map((one, index) => [one, index]));

/** The faults of a case, by its index. */
export const faultsAt = (one: FaultCase): readonly FaultKind[] => faultsFor(caseIndexes.get(one) ?? 0);

type CoveredOperation = (typeof groups)[number]['cases'][number]['operation'];

/**
 * Why an operation has no case. Where the console sends one from several places, a case for one of them is enough only if
 * all tell of a failure alike: what the bulk runs send is broken by `faults-bulk.spec.ts`.
 */
export const uncoveredChanges: Readonly<Record<Exclude<ChangingOperation, CoveredOperation>, string>> = {
  updateSpaceCustomFields:
    'Sent by the paced run, which tries again by itself: broken in the matrix, with the bulk runs.',
  importSpaceContent:
    'Only public addresses are fetched, so no import succeeds in a test: one that is refused is broken beside the run.',
  importChangeRequestContent: 'The same form, for a change request.',
  pingOrganization: 'A ping, whose outcome is not shown.',
  sortSiteStructure: 'The console moves what it sorts, one after the other.',
};
