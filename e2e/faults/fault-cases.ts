/**
 * Every operation that changes something, with the cases of the fault run that make the console use it. One that has
 * neither a case nor a reason does not compile.
 */
import { caseGroups, type FaultGroup } from '../registry.ts';
import type { ChangingOperation } from '../support/operations.ts';
import { type FaultCase, type FaultKind, faultsFor } from './fault-run.ts';

/** All cases, in the order in which they are run. */
export const faultGroups: readonly FaultGroup[] = caseGroups;

const caseIndexes = new Map(faultGroups.flatMap(({ cases }) => cases).map((one, index) => [one, index]));

/** The faults of a case, by its index. */
export const faultsAt = (one: FaultCase): readonly FaultKind[] => faultsFor(caseIndexes.get(one) ?? 0);

type CoveredOperation = (typeof caseGroups)[number]['cases'][number]['operation'];

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
