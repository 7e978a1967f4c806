import { expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import type { Organization } from '#api/generated/types.gen.ts';
import type { Can, Capability } from '#src/api/extensions.ts';
import {
  navigation,
  navigationItemAt,
  type NavigationItem,
  type OrganizationPath,
  sidebarItems,
  visibleNavigation,
} from './navigation.ts';

/** Tags whose operations are about something with another name in the navigation. Others have an entry of their own. */
const entries: Record<string, OrganizationPath> = {
  'api-tokens': '/o/$organizationId/members',
  'change-requests': '/o/$organizationId/inbox',
  collections: '/o/$organizationId/content',
  comments: '/o/$organizationId/inbox/comments',
  'email-domains': '/o/$organizationId/settings/access',
  git: '/o/$organizationId/content',
  mail: '/o/$organizationId/settings/mail',
  'merge-rules': '/o/$organizationId/settings/merge-rules',
  oidc: '/o/$organizationId/sso',
  organizations: '/o/$organizationId/settings/general',
  permissions: '/o/$organizationId/content',
  'planned-merges': '/o/$organizationId/inbox',
  'personal-state': '/o/$organizationId',
  saml: '/o/$organizationId/sso',
  sessions: '/o/$organizationId/members',
  'sign-in-policy': '/o/$organizationId/settings/access',
  'site-structure': '/o/$organizationId/sites',
  spaces: '/o/$organizationId/content',
  'structure-drafts': '/o/$organizationId/sites',
  'team-members': '/o/$organizationId/teams',
  webhooks: '/o/$organizationId/settings/webhooks',
};

it('has an entry for every noun of the contract', () => {
  const paths: Record<string, Record<string, { tags: string[] }>> = contract.paths;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  // "extensions" says where an operation comes from, not what it is about.
  // The operation of the server belongs to no organization: the account menu leads to it.
  const nouns = operations.flatMap(({ tags }) =>
    tags.filter((tag) => tag !== 'extensions' && tag !== 'operation'),
  );
  const navigationPaths = new Set<string>(navigation.flatMap(({ items }) => items.map(({ to }) => to)));
  const entryOf = (noun: string) => entries[noun] ?? `/o/$organizationId/${noun}`;
  const missing = nouns.filter((noun) => !navigationPaths.has(entryOf(noun)));
  expect(missing).toEqual([]);
  expect(Object.keys(entries).filter((noun) => !nouns.includes(noun))).toEqual([]);
});

it('finds the entry of every screen', () => {
  const expected = {
    '': 'Home',
    '/inbox/needs-me': 'Inbox',
    '/inbox/comments': 'Comments',
    '/spaces/a/changes/b/diff': 'Inbox',
    '/spaces/a/changes': 'Content',
    '/collections/a/access': 'Content',
    '/sites/a/settings': 'Sites',
    '/members/a': 'Members',
    '/settings/access': 'Access',
    '/journal': undefined,
  };
  for (const [path, label] of Object.entries(expected))
    expect(navigationItemAt('one', `/o/one${path}`)?.label, path).toBe(label);
});

it('shows several settings as one entry of the sidebar', () => {
  const labelsOf = (items: readonly NavigationItem[]) => sidebarItems(items).map(({ label }) => label);
  const items = navigation.at(-1)?.items ?? [];
  expect(labelsOf(items)).toEqual(['Settings']);
  // Who sees one of them finds it by its name.
  expect(labelsOf(items.filter(({ to }) => to.endsWith('/sso')))).toEqual(['Single sign-on']);
});

it('has no entry that leads to what the server lacks', () => {
  const lacking: Capability[] = [];
  const permissions: Organization['permissions'] = JSON.parse('{"admin":true,"listMembers":true}');
  const organization: Organization = JSON.parse(JSON.stringify({ id: 'o', role: 'admin', permissions }));
  const labelsOf = (can: Can) =>
    visibleNavigation(organization, can).flatMap(({ items }) => items.map(({ label }) => label));
  const everything = labelsOf(() => true);
  const rest = labelsOf((capability) => lacking.push(capability) === 0);
  expect(everything.filter((label) => !rest.includes(label))).toEqual([
    'Notifications',
    'Custom fields',
    'Translations',
    'Imports',
    'Trash',
    'Merge rules',
    'Mail',
    'Webhooks',
    'Audit log',
  ]);
});
