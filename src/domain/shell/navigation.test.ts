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

it('leads to every noun of the contract', () => {
  const paths: Record<string, Record<string, { tags: string[] }>> = contract.paths;
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags)),
  );
  // It says where an operation comes from, not what it is about.
  tags.delete('extensions');
  expect(Object.keys(entries)).toEqual([...tags].toSorted());
  const shown = navigation.flatMap(({ items }) => items.map(({ to }) => to));
  expect(shown).toEqual(expect.arrayContaining(Object.values(entries)));
});
