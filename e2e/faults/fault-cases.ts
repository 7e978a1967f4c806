/**
 * All operations that change something, with their fault cases. Does not compile while one has neither a case nor a
 * reason.
 */
import { caseGroups, type FaultGroup } from '../registry.ts';
import type { ChangingOperation } from '../support/operations.ts';
import { type FaultCase, type FaultKind, faultsFor } from './fault-run.ts';
import { requestPatternOf } from './operation-requests.ts';

/** All cases, in run order. */
export const faultGroups: readonly FaultGroup[] = caseGroups;

const caseIndexes = new Map(
  faultGroups.flatMap(({ cases }) => cases).map((faultCase, index) => [faultCase, index]),
);

/** The faults of a case. Only a lost response shows whether the screen fetches again what was done. */
export function faultsAt(faultCase: FaultCase): readonly FaultKind[] {
  const faults = faultsFor(caseIndexes.get(faultCase) ?? 0);
  const isLost = faults.includes('lost response') || faults.includes('cut response');
  return faultCase.refetchesAfterFailure && !isLost ? [...faults, 'lost response'] : faults;
}

/** The first case of each method in each group: `npm test` makes these under a fault. */
export const everydayCases: ReadonlySet<FaultCase> = new Set(
  faultGroups.flatMap(({ cases }) => {
    const methods = cases.map(({ operation }) => requestPatternOf(operation).method);
    return cases.filter((_, index) => methods.indexOf(methods[index] ?? '') === index);
  }),
);

type CoveredOperation = (typeof caseGroups)[number]['cases'][number]['operation'];

/**
 * Why an operation has no case. If the console sends an operation from several screens, one case is enough only if all
 * of them report failures the same way; bulk runs are tested by `faults-bulk.spec.ts`.
 */
export const uncoveredChanges: Readonly<Record<Exclude<ChangingOperation, CoveredOperation>, string>> = {
  aggregateSiteEvents: 'A question: its body is too long for an address. It changes nothing.',
  updateSpaceCustomFields:
    'Sent by the paced run, which tries again by itself: broken in the matrix, with the bulk runs.',
  updatePageFeedback: 'Its failure is a message; the answer stays in its list: feedback.spec.ts.',
  importSpaceContent:
    'Sent to servers without runs of imports only; spaces-import.spec.ts tests a rejected one.',
  importChangeRequestContent: 'The same form, for a change request.',
  createBackup:
    'Its failure is a message with “Try again”; one that waits is not begun twice: operation.spec.ts.',
  checkBackup: 'The same for an earlier one.',
  pingOrganization: 'A ping, whose result is not shown.',
  importSiteRedirects:
    'The check before the import uses the same operation; redirects.spec.ts tests a rejected one.',
  createSiteCustomizationDraft:
    'Sent while typing, for the preview, and not in the audit log; site-customization.spec.ts tests a failure.',
  createSitePicture: 'Not in the audit log; site-customization.spec.ts tests a rejected and a failed upload.',
  checkSiteVisitorToken: 'Changes nothing; visitor-authentication.spec.ts tests a failure.',
  createFileUpload:
    'Sent again by itself, and changes nothing until an edit uses the file; upload-faults.spec.ts breaks each request of an upload.',
  decideFormerGuestAccess:
    'Only an upgrade from before guests saw what they were added to puts guests on the list: guest-access.test.ts.',
  createPagePreview: 'Sent while typing, for the preview, and not in the audit log.',
  highlightCode: 'Changes nothing; code stays without colors: code-colors.spec.ts has one refused.',
  readSamlMetadata: 'Needs an identity provider that publishes metadata; metadata.spec.ts tests a failure.',
  openDraft: 'Answers the draft that there is when it is asked again; drafts.spec.ts opens one.',
  importOrganizationContent:
    'Changes nothing before it goes on; faults.spec.ts breaks its request in each way.',
  createImportUpload:
    'Changes nothing until an import uses it, and is taken up again after a lost connection.',
  exportSpaceContent: 'Changes nothing but the audit log; what fails is a message, and is asked for again.',
  exportChangeRequestContent: 'The same, of a change request.',
  applyImport: 'Goes on with an import; content-import.test.ts breaks it off.',
  cancelImport: 'Changes nothing but the import; content-import.test.ts cancels one.',
  editSpaceContent: 'Has no screen: the console writes in change requests.',
  resendMail: 'Needs a mail server that rejects mail: mail-queue.test.ts sends one again.',
  updateNotification: 'The console changes one as it changes several, with updateNotifications.',
  updateNotifications: 'Not in the audit log; notification-changes.spec.ts tests a rejected and a lost one.',
  updateNotificationSettings: 'Not in the audit log; notification-changes.spec.ts tests a rejected one.',
  setSubscription: 'Not in the audit log; notification-changes.spec.ts tests a rejected one.',
  deleteSubscription: 'The same.',
  updatePersonalState:
    'Sent again by itself, and not in the audit log; personal-state.spec.ts loses the connection and has one refused.',
  createSharedView: 'shared-views.spec.ts has one refused, and keeps the name.',
  updateSharedView: 'shared-views.spec.ts has one refused that someone else changed meanwhile.',
  deleteSharedView: 'The confirmation dialog, which shows a failure, is that of all deletions.',
  createPageTemplate: 'The dialog shows its failure and keeps the name: templates.spec.ts.',
  updatePageTemplate: 'The same.',
  deletePageTemplate: 'The confirmation dialog, which shows a failure, is that of all deletions.',
  connectSpaceGit: 'Needs a repository; git-sync.spec.ts breaks its request and those before it.',
  connectSiteGit: 'Shown in its form, as that of a space.',
  checkSiteGit: 'The same.',
  checkSpaceGit: 'The same.',
  previewSpaceGit: 'The same.',
  planStructureText: 'Changes nothing; the dialog shows its failure and keeps the text.',
  importGitRepository: 'Has no screen: the console asks for a sync with syncSpaceGit.',
  exportToGitRepository: 'The same.',
  sortSiteStructure: 'The console moves what it sorts, one after the other.',
};
