/**
 * A small organization with everything in every state that a definition allows: enumerations and alternatives are read
 * from the definition, so that a newer one brings its own.
 */
import type { Definition } from './definition.ts';
import { createExamples } from './examples.ts';
import { objectOf } from './json.ts';
import { seedChangeRequests } from './seed-change-requests.ts';
import { pagesOf } from './seed-pages.ts';
import { seedSites } from './seed-sites.ts';
import { linksOf, me, type Seeding } from './seeding.ts';
import { ForeignState, organizationId } from './state.ts';

export function seed(definition: Definition): ForeignState {
  const path = (rest: string) => `/orgs/${organizationId}${rest}`;
  const listsGroups = definition.match('GET', path('/sites/x/section-groups')) !== undefined;
  const seeding: Seeding = {
    state: new ForeignState(listsGroups),
    examples: createExamples(definition),
    definition,
    path,
  };
  seedOrganizations(seeding);
  seedPeople(seeding);
  seedContent(seeding);
  seedChangeRequests(seeding);
  seedSites(seeding);
  seedSignOn(seeding);
  seedSpecifications(seeding);
  return seeding.state;
}

function seedOrganizations({ state, examples }: Seeding): void {
  const titles = { [organizationId]: 'Tideline', elsewhere: 'Elsewhere' };
  const organizations = Object.entries(titles).map(([id, title]) =>
    examples.item('Organization', {
      id,
      title,
      emailDomains: [`${id}.example`],
      createdAt: '2024-05-01T09:00:00.000Z',
      plan: 'plus',
      defaultRole: 'read',
      sso: false,
      inviteLinks: true,
    }),
  );
  state.lists.set('/orgs', organizations);
}

function seedPeople({ state, examples, path }: Seeding): void {
  const roles = [...examples.values('MemberRole'), null];
  const users = roles.map((role, index) =>
    examples.item(
      'User',
      index === 0 ? me : { id: `${role ?? 'guest'}1`, displayName: `Person ${role ?? 'guest'}` },
    ),
  );
  // One has an e-mail address, one is disabled, one was never seen.
  const members = users.map((user, index) =>
    examples.item('OrganizationMember', {
      id: user.id,
      user: { ...user, ...(index !== 2 && { email: `${String(user.id)}@tideline.example` }) },
      role: roles[index],
      disabled: index === 3,
      sso: index === 4,
      spaces: 2,
      teams: index < 2 ? 1 : 0,
      ...(index !== 5 && { lastSeenAt: '2026-02-01T08:00:00.000Z' }),
    }),
  );
  state.lists.set(path('/members'), members);
  const teams = ['Editors', 'Reviewers', 'Nobody yet'].map((title, index) =>
    examples.item('OrganizationTeam', { id: `team${index}`, title, members: 2 - index, spaces: 1 }),
  );
  state.lists.set(path('/teams'), teams);
  const [owner, ...teamRoles] = examples.values('TeamMemberRole');
  for (const [index, team] of teams.entries())
    state.lists.set(
      path(`/teams/${String(team.id)}/members`),
      members.slice(0, 2 - index).map((member, at) =>
        examples.item('OrganizationTeamMember', {
          organization: member,
          team: { role: at === 0 ? owner : (teamRoles[0] ?? owner) },
        }),
      ),
    );
}

function seedContent({ state, examples, path }: Seeding): void {
  const levels = [...examples.values('MemberRole'), null, 'inherit'];
  const collections = [
    { id: 'handbooks', title: 'Handbooks', defaultLevel: 'read' },
    { id: 'drafts', title: 'Drafts', parent: 'handbooks', defaultLevel: 'inherit' },
    { id: 'nothing', title: 'Nothing here', defaultLevel: null },
  ].map((known) => examples.item('Collection', { ...known, organization: organizationId }));
  state.lists.set(path('/collections'), collections);
  const visibilities = examples.values('ContentVisibility');
  const titles = [
    'User guide',
    'Admin guide',
    'Field notes',
    'Release notes',
    'Handbook',
    'Empty space',
    'Glossary',
    'Archive',
  ];
  const spaces = titles.map((title, index) =>
    examples.item('Space', {
      id: `space${index}`,
      title,
      emoji: index % 2 === 0 ? '1f4d8' : '1f468-200d-1f469',
      visibility: visibilities[index % visibilities.length],
      organization: organizationId,
      defaultLevel: levels[index % levels.length],
      ...(index > 5 && { parent: 'handbooks' }),
      ...(index === 4 && { editMode: 'locked', gitSync: { repoName: 'tideline/handbook' } }),
      comments: index === 0 ? 2 : 0,
      changeRequests: index === 0 ? 4 : 0,
      changeRequestsOpen: index === 0 ? 1 : 0,
      changeRequestsDraft: index === 0 ? 1 : 0,
      revision: `revision${index}`,
    }),
  );
  state.lists.set(path('/spaces'), spaces);
  for (const [index, { id }] of spaces.entries()) seedSpace({ state, examples, path }, String(id), index);
  state.lists.set(
    path('/link-invites'),
    examples
      .alternatives('OrganizationInviteLink')
      .flatMap((link, index) => (index === 0 ? [link, { ...link, role: null, redundant: true }] : [link]))
      .map((link, index) => ({
        ...link,
        id: `invite${index}`,
        ...(link.space !== undefined && { space: spaces[0] }),
        ...(link.collection !== undefined && { collection: collections[0] }),
      })),
  );
}

function seedSpace({ state, examples, path }: Omit<Seeding, 'definition'>, id: string, index: number): void {
  const base = `/spaces/${id}`;
  const members = state.list(path('/members')) ?? [];
  const pages = index === 5 ? [] : pagesOf(examples);
  state.singles.set(`${base}/content/pages`, { pages });
  const files = ['plan.pdf', 'owl.png'].map((name, at) =>
    examples.item('RevisionFile', {
      id: `file${at}`,
      name,
      contentType: at === 0 ? 'application/pdf' : 'image/png',
      size: 2048,
      ...(at === 1 && { dimensions: { width: 640, height: 480 } }),
    }),
  );
  state.lists.set(`${base}/content/files`, index === 5 ? [] : files);
  state.lists.set(`${base}/links`, index === 5 ? [] : linksOf(examples));
  state.lists.set(
    `${base}/permissions/users`,
    members.slice(1, 4).map(({ user, role }) => ({ user: objectOf(user), permission: role ?? 'read' })),
  );
  state.lists.set(
    `${base}/permissions/aggregate`,
    members.slice(0, 5).map(({ user, role }) => ({ user: objectOf(user), permission: role ?? 'read' })),
  );
  state.lists.set(
    `${base}/permissions/teams`,
    (state.list(path('/teams')) ?? []).slice(0, 1).map((team) => ({ team, permission: 'edit' })),
  );
  state.lists.set(`${base}/comments`, []);
  state.lists.set(`${base}/change-requests`, []);
}

function seedSignOn({ state, examples, path }: Seeding): void {
  const states = examples.values('SAMLProviderStatus');
  // Older servers don't return the state.
  const providers = (states.length > 0 ? states : [undefined]).map((status, index) =>
    examples.item('OrganizationSAMLProvider', {
      id: `saml${index}`,
      label: `Provider ${status ?? 'without a state'}`,
      ...(status !== undefined && { status }),
      defaultRole: index === 0 ? 'read' : null,
      ...(index === 0 && { defaultTeam: state.find(path('/teams/team0')) }),
      entityID: 'https://idp.example/entity',
    }),
  );
  state.lists.set(path('/saml'), providers);
  state.lists.set(
    path('/sso'),
    providers.map(({ id, label }) => ({ id, label, startURL: `https://docs.example/sso/${String(id)}` })),
  );
}

function seedSpecifications({ state, examples, definition, path }: Seeding): void {
  const states = examples.values('OpenAPISpecProcessingState');
  const errors = examples.values('OpenAPISpecProcessingErrorCode');
  const specs = [...states, undefined].map((processingState, index) =>
    examples.item('OpenAPISpec', {
      id: `spec${index}`,
      slug: index === 0 ? 'tideline-api' : `tideline-${index}`,
      processingState: processingState ?? states[0],
      ...(index !== 1 && { sourceURL: 'https://docs.example/openapi.yaml', lastVersion: 'version1' }),
      ...(processingState === undefined && errors[0] !== undefined && { lastProcessErrorCode: errors[0] }),
    }),
  );
  if (definition.schema('OpenAPISpec')) state.lists.set(path('/openapi'), specs);
  for (const { slug } of specs) {
    const base = path(`/openapi/${String(slug)}/versions`);
    const versions = ['version1', 'version0'].map((id) => examples.item('OpenAPISpecVersion', { id }));
    state.lists.set(base, versions);
    state.singles.set(`${base}/latest`, objectOf(versions[0]));
  }
  const languages = examples.values('TranslationLanguage');
  const translations = examples.values('TranslationStatus').map((status, index) =>
    examples.item('Translation', {
      id: `translation${index}`,
      status,
      source: { space: 'space0', language: 'en' },
      language: languages[index + 1],
      ...(status === 'completed' && { result: { space: 'space1', revision: 'revision1' } }),
    }),
  );
  if (definition.schema('Translation')) state.lists.set(path('/translations'), translations);
  const fields = examples.values('CustomFieldType').map((type, index) =>
    examples.item('CustomField', {
      id: `field${index}`,
      name: `field-${index}`,
      title: `Field ${type}`,
      type,
      ...(type.startsWith('select') && { options: ['Red', 'Green'] }),
    }),
  );
  if (definition.schema('CustomField')) state.lists.set(path('/custom-fields'), fields);
}
