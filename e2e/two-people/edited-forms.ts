/** Every form that saves a record that exists, and what else changes one. */
import { accountForms } from './account-forms.ts';
import { organizationForms } from './organization-forms.ts';
import { siteForms } from './site-forms.ts';
import { writingForms } from './writing-forms.ts';

/** By topic. Each asks before it overwrites what someone else saved since it was opened. */
export const editedForms = {
  account: accountForms,
  organization: organizationForms,
  site: siteForms,
  writing: writingForms,
};

/** Files below `src` that change records without such a question, and why none is needed. */
export const otherChanges: Readonly<Record<string, string>> = {
  'domain/member-bulk/change-member': 'sets one value that is chosen, and checks what is there first',
  'domain/notifications/change-notifications': 'sets one state that is chosen, of the person’s own',
  'domain/saved-views/shared-views':
    'sends the version that it shows; `e2e/home/shared-views.spec.ts` has two people in it',
  'domain/notifications/subscription-actions': 'sets one state that is chosen, of the person’s own',
  'domain/roles/team-role-changes': 'sets one value that is chosen',
  'features/account/password-dialog': 'asks for the password that it replaces',
  'features/api-specs/actions': 'processes the same source again',
  'features/change-requests/actions': 'saves the subject form; sets one status that is chosen',
  'features/change-requests/conflicts/conflicts-editor': 'names the revision, which the server compares',
  'features/change-requests/create-change-request-form': 'describes the change request that it has just made',
  'features/change-requests/files/file-uploads': 'adds files',
  'features/change-requests/planned/plan-dialog':
    'sets one time that is chosen; a later choice takes the place of an earlier one',
  'features/change-requests/files/use-file-tools': 'replaces or removes the file that is chosen, and says so',
  'features/change-requests/reusable/use-content-tools':
    'deletes the one that is chosen, and says what shows it',
  'features/change-requests/inbox/inbox-dialogs': 'sets one status that is chosen',
  'features/change-requests/replace/replace-dialog': 'names the revision, which the server compares',
  'features/comments/actions': 'saves the comment fields; resolves what is chosen',
  'features/content-access/actions': 'sets one level that is chosen',
  'features/content/requests': 'saves the tree',
  'features/custom-fields/value-changes': 'sets one value; a file with values shows what it replaces',
  'features/page-editor/dialogs/move-block-dialog': 'names the revision, which the server compares',
  'features/page-tree/templates/rename-template-form':
    'sends the version that it shows; `e2e/page-editor/templates.spec.ts` has two people in it',
  'features/git-sync/actions': 'sets one switch, or takes over the commit that is shown',
  'features/git-sync/connect-wizard': 'connects a space that has no connection',
  'features/git-sync/site/site-actions': 'sets one value that is chosen',
  'features/git-sync/site/site-connect-form': 'connects a site that has no connection',
  'features/invites/actions': 'sets one value that is chosen',
  'features/invites/table': 'sets one switch',
  'features/members/actions': 'sets one role that is chosen',
  'features/merge-rules/queries': 'saves the form of merge rules',
  'features/page-editor/dialogs/extract-dialog': 'names the revision, which the server compares',
  'features/page-editor/session/session-server': 'names the revision; e2e/page-editor shows both versions',
  'features/page-editor/session/suggestion-server':
    'changes suggestions of the person’s own, which are read before; `e2e/page-editor/suggesting.spec.ts`',
  'features/page-tree/tree-policy': 'saves the tree, and names the revision',
  'features/settings/actions': 'saves the forms of settings',
  'features/settings/email-domain-proofs': 'sets one switch',
  'features/insights/feedback': 'sets one state that is chosen',
  'features/insights/counting': 'sets one switch',
  'features/sites/forms': 'creates a site, and sets the address of the new one',
  'features/site-structure/draft/draft-queries':
    'applies, schedules and discards a draft as it was read; changes are gathered beside those of others',
  'features/site-structure/steps': 'saves the tree and the panel',
  'features/site-structure/text/text-dialog':
    'names the version it was read at; another is refused, with a question',
  'features/teams/create-team-form': 'creates a team',
  'features/teams/team-additions': 'adds members',
  'features/translations/queries': 'saves the forms of translations',
  'features/webhooks/actions': 'sets one switch',
  'features/visitors/claims': 'saves the forms of claims, on top of what is there',
  'features/visitors/simulator/segments': 'saves the form of segments, on top of what is there',
  'routes/_shell/o.$organizationId/-content/no-pages': 'adds the first page',
  'routes/_shell/o.$organizationId/-change-request/propose-change':
    'sets the state of an answer to done, as its change request was made',
};
