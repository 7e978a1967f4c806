import { expect, it } from 'vitest';
import contract from '#api/generated/openapi.json' with { type: 'json' };
import { navigation, type OrganizationPath } from './navigation.ts';

/** By tag of the contract: the entry from which a person comes to what the operations are about. */
const entries: Record<string, OrganizationPath> = {
  'api-specs': '/o/$organizationId/api-specs',
  'audit-log': '/o/$organizationId/audit-log',
  'change-requests': '/o/$organizationId/inbox',
  collections: '/o/$organizationId/content',
  comments: '/o/$organizationId/inbox/comments',
  content: '/o/$organizationId/content',
  'custom-fields': '/o/$organizationId/custom-fields',
  invites: '/o/$organizationId/invites',
  members: '/o/$organizationId/members',
  organizations: '/o/$organizationId/settings/general',
  permissions: '/o/$organizationId/content',
  saml: '/o/$organizationId/sso',
  'site-structure': '/o/$organizationId/sites',
  sites: '/o/$organizationId/sites',
  spaces: '/o/$organizationId/content',
  'team-members': '/o/$organizationId/teams',
  teams: '/o/$organizationId/teams',
  translations: '/o/$organizationId/translations',
};

it('has an entry for every noun of the contract', () => {
  const paths: Record<string, Record<string, { tags: string[] }>> = contract.paths;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  // "extensions" says where an operation comes from, not what it is about.
  const nouns = operations.flatMap(({ tags }) => tags.filter((tag) => tag !== 'extensions'));
  expect(nouns.filter((noun) => !(noun in entries))).toEqual([]);
  expect(Object.keys(entries).filter((noun) => !nouns.includes(noun))).toEqual([]);
  const shown = navigation.flatMap(({ items }) => items.map(({ to }) => to));
  expect(Object.values(entries).filter((entry) => !shown.includes(entry))).toEqual([]);
});
