/**
 * A form that edits an existing record compares with concurrent changes by others, or states here why it need
 * not.
 */
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../../features/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Forms without a guard by file, in their order there. */
const unguarded: Readonly<Record<string, readonly string[]>> = {
  'account/forms': ['creates a token'],
  'api-specs/create-spec-form': ['creates a specification'],
  'change-requests/bypass-dialog': ['merges once'],
  'change-requests/create-change-request-form': ['creates a change request'],
  'change-requests/reusable/title-form': ['creates a reusable content'],
  'change-requests/reviews/review-dialog': ['adds a review'],
  'change-requests/reviews/reviewers-dialog': ['adds reviewers'],
  'content-access/grant-form': ['grants access'],
  'content/forms': ['creates a space', 'creates a collection'],
  'content/transfer-form': ['moves to another organization'],
  'custom-fields/forms': ['creates a field'],
  'git-sync/connection-forms': ['replaces a token, which can’t be read to compare with'],
  'invites/forms': ['creates a link'],
  'invites/invite-people-form': ['creates invitations'],
  'members/forms': ['adds to a team'],
  'page-editor/dialogs/extract-dialog': ['creates a reusable content, and names the revision'],
  'page-tree/templates/save-template-form': ['creates a template'],
  'page-tree/reference-form': ['adds an API reference'],
  'redirects/import-form': ['shows what it replaces before it does'],
  'saml/forms': ['creates a provider'],
  'site-structure/dialogs/add-spaces-dialog': ['adds sections or site spaces'],
  'site-structure/dialogs/condition-dialog': ['replaces the conditions of many items, and says so'],
  'site-structure/dialogs/field-dialogs': [
    'replaces the icons of many items, and says so',
    'replaces the paths of many items, and says so',
  ],
  'site-structure/text/text-dialog': ['names the version it was read at; the server refuses another'],
  'site-structure/dialogs/group-dialog': ['adds a group'],
  'sites/forms': ['creates a site'],
  'teams/add-members-form': ['adds members'],
  'teams/create-team-form': ['creates a team'],
  'teams/paste-members-form': ['adds members'],
  'translations/forms': ['creates a translation'],
  'translations/source-form': ['creates a translation'],
  'webhooks/forms': ['creates a webhook'],
  'webhooks/secret-dialog': ['replaces a secret, which has no other value to compare with'],
  'visitors/authentication/key-dialogs': ['creates a key'],
  'visitors/simulator/segment-dialog': ['shows a preview'],
};

/** Whether each form of a source has a guard; its attributes end at a line with `>`. */
const formsIn = (source: string): boolean[] =>
  [...source.matchAll(/<(?:FormDialog|InlineForm)\b(?:<[^\n]*>)?\s([\s\S]*?)\n *>\n/g)].map(
    ([, attributes]) => /\bguard[=:]/.test(attributes ?? ''),
  );

it('has a guard on every form, or a reason', () => {
  const counts = Object.entries(sources).flatMap(([path, source]) => {
    const count = formsIn(source).filter((isGuarded) => !isGuarded).length;
    const name = path.replace('../../features/', '').replace('.tsx', '');
    return count === 0 ? [] : [[name, count] as const];
  });
  const exceptions = Object.entries(unguarded).map(([name, reasons]) => [name, reasons.length] as const);
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(exceptions));
});

it('finds forms with and without a guard', () => {
  const form = (attributes: string) => `<FormDialog<{ a: string }>\n  ${attributes}\n>\n`;
  expect(formsIn(form('title="A"') + form('guard={{}}') + form('{...(b && { guard: {} })}'))).toEqual([
    false,
    true,
    true,
  ]);
});
