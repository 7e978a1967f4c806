import { generateKeyBetween } from 'fractional-indexing';
import type { ContentLevel, Role, TeamRole } from '#api/generated/types.gen.ts';
import { resolveAccess, contentLevelOf, levelOf } from '#server/access/roles.ts';
import { hashSecret, newToken } from '#server/access/tokens.ts';
import { randomText, newId } from '#server/base/ids.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { invalidateCounts } from '#server/lists/count-cache.ts';
import { toSearchKey } from '#server/lists/lists.ts';
import { testApp } from './test-app.ts';

/** A member with a token. */
export interface TestMember {
  id: string;
  organizationId: string;
  displayName: string;
  email: string;
  token: string;
}

export async function createOrganization(
  fields: { title?: string; defaultRole?: Role | null } = {},
): Promise<Row<'organizations'>> {
  const { db } = await testApp();
  return db
    .insertInto('organizations')
    .values({
      id: newId(),
      title: fields.title ?? 'Test Press',
      default_role: levelOf(fields.defaultRole === undefined ? 'read' : fields.defaultRole),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface MemberFields {
  role?: Role | null;
  displayName?: string;
  email?: string;
  disabled?: boolean;
  sso?: boolean;
  joinedAt?: Date;
  lastSeenAt?: Date | null;
}

/** Creates a user with a token, in an organization (a new one by default). */
export async function createMember(
  fields: MemberFields & { organizationId?: string } = {},
): Promise<TestMember> {
  const organizationId = fields.organizationId ?? (await createOrganization()).id;
  const [member] = await createMembers(organizationId, [fields]);
  if (!member) throw new Error('No member was created.');
  return member;
}

/** Creates users with tokens in one organization. */
export async function createMembers(
  organizationId: string,
  all: readonly MemberFields[],
): Promise<TestMember[]> {
  const { db } = await testApp();
  const members = all.map((fields) => {
    const id = newId();
    const displayName = fields.displayName ?? `Member ${id.slice(-6)}`;
    const email = fields.email ?? `${id.toLowerCase()}@press.example`;
    return { fields, member: { id, organizationId, displayName, email, token: newToken() } };
  });
  const users = members.map(({ member }) => ({
    id: member.id,
    display_name: member.displayName,
    email: member.email,
  }));
  await db.insertInto('users').values(users).execute();
  const memberships = members.map(({ fields, member: { id, displayName, email } }, index) => ({
    organization_id: organizationId,
    user_id: id,
    role: levelOf(fields.role === undefined ? 'read' : fields.role),
    disabled: fields.disabled ?? false,
    sso: fields.sso ?? false,
    // Members created together join in this order.
    ...(members.length > 1 ? { joined_at: new Date(Date.now() - members.length + index) } : {}),
    ...(fields.joinedAt ? { joined_at: fields.joinedAt } : {}),
    last_seen_at: fields.lastSeenAt ?? null,
    search_text: toSearchKey(`${displayName} ${email}`),
  }));
  await db.insertInto('members').values(memberships).execute();
  const tokens = members.map(({ member }) => tokenRow(member.id, member.token));
  await db.insertInto('tokens').values(tokens).execute();
  await invalidateCaches(organizationId);
  return members.map(({ member }) => member);
}

/** Creates another token of a user; returns the token. */
export async function createToken(
  userId: string,
  organizationId = '',
  fields: { expiresAt?: Date; revokedAt?: Date } = {},
): Promise<string> {
  const token = newToken();
  const { db } = await testApp();
  await db
    .insertInto('tokens')
    .values(tokenRow(userId, token, fields))
    .execute();
  await invalidateCaches(organizationId);
  return token;
}

function tokenRow(userId: string, token: string, fields: { expiresAt?: Date; revokedAt?: Date } = {}) {
  return {
    id: newId(),
    user_id: userId,
    session_id: null,
    name: 'test',
    hash: hashSecret(token),
    last_used_at: null,
    expires_at: fields.expiresAt ?? null,
    revoked_at: fields.revokedAt ?? null,
  };
}

export async function createTeam(fields: {
  organizationId: string;
  title?: string;
  members?: readonly string[];
  owners?: readonly string[];
}): Promise<Row<'teams'>> {
  const { db } = await testApp();
  const team = await db
    .insertInto('teams')
    .values({ id: newId(), organization_id: fields.organizationId, title: fields.title ?? 'Editors' })
    .returningAll()
    .executeTakeFirstOrThrow();
  const toTeamMember = (role: TeamRole) => (userId: string) => ({
    team_id: team.id,
    organization_id: fields.organizationId,
    user_id: userId,
    role,
  });
  const teamMembers = [
    ...(fields.members ?? []).map(toTeamMember('member')),
    ...(fields.owners ?? []).map(toTeamMember('owner')),
  ];
  if (teamMembers.length > 0) await db.insertInto('team_members').values(teamMembers).execute();
  await invalidateCaches(fields.organizationId);
  return team;
}

interface ContentFields {
  organizationId: string;
  parentId?: string | null;
  title?: string;
  defaultLevel?: ContentLevel | null;
}

/** Creates a collection at the end of its parent. */
export async function createCollection(fields: ContentFields): Promise<Row<'collections'>> {
  const { db } = await testApp();
  const collection = await db
    .insertInto('collections')
    .values({ ...(await contentColumns(fields)), title: fields.title ?? 'Handbooks', description: null })
    .returningAll()
    .executeTakeFirstOrThrow();
  await invalidateCaches(fields.organizationId);
  return collection;
}

/** Creates a space with an empty revision at the end of its parent. */
export async function createSpace(
  fields: ContentFields & { emoji?: string; deletedAt?: Date; createdAt?: Date },
): Promise<Row<'spaces'>> {
  const { db } = await testApp();
  const revisionId = newId();
  const space = await db
    .insertInto('spaces')
    .values({
      ...(await contentColumns(fields)),
      title: fields.title ?? 'Guide',
      emoji: fields.emoji ?? '',
      revision_id: revisionId,
      share_key: null,
      git_sync: null,
      visitor_auth: null,
      deleted_at: fields.deletedAt ?? null,
      ...(fields.createdAt ? { created_at: fields.createdAt } : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('revisions')
    .values({
      id: revisionId,
      space_id: space.id,
      change_request_id: null,
      git: null,
      message: null,
      created_by: null,
    })
    .execute();
  await invalidateCaches(fields.organizationId);
  return space;
}

/** Grants a level on a space or collection to a member or a team. */
export async function createGrant(fields: {
  organizationId: string;
  spaceId?: string;
  collectionId?: string;
  userId?: string;
  teamId?: string;
  level: Role | null;
}): Promise<void> {
  const { db } = await testApp();
  await db
    .insertInto('grants')
    .values({
      id: newId(),
      organization_id: fields.organizationId,
      content_kind: fields.spaceId === undefined ? 'collection' : 'space',
      content_id: fields.spaceId ?? fields.collectionId ?? '',
      user_id: fields.userId ?? null,
      team_id: fields.teamId ?? null,
      level: levelOf(fields.level),
    })
    .execute();
  await invalidateCaches(fields.organizationId);
}

/** Creates a site without structure. */
export async function createSite(fields: {
  organizationId: string;
  title?: string;
  visibility?: string;
  published?: boolean;
}): Promise<Row<'sites'>> {
  const { db } = await testApp();
  const site = await db
    .insertInto('sites')
    .values({
      id: newId(),
      organization_id: fields.organizationId,
      title: fields.title ?? 'Documentation',
      visibility: fields.visibility ?? 'public',
      published: fields.published ?? false,
      share_key: randomText(24),
      icon: null,
      adaptive_schema: null,
      ads: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await invalidateCaches(fields.organizationId);
  return site;
}

async function contentColumns(fields: ContentFields) {
  const { db } = await testApp();
  const { organizationId, parentId = null, defaultLevel = 'read' } = fields;
  const parent =
    parentId === null
      ? null
      : await db
          .selectFrom('collections')
          .select(['ancestor_path', 'grant_path', 'resolved_level'])
          .where('id', '=', parentId)
          .executeTakeFirstOrThrow();
  const ranks = await Promise.all(
    (['spaces', 'collections'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((column) => column.fn.max('rank').as('last'))
        .where('organization_id', '=', organizationId)
        .where('parent_id', parentId === null ? 'is' : '=', parentId)
        .executeTakeFirst(),
    ),
  );
  const last = ranks.map((row) => row?.last ?? '').reduce((a, b) => (a > b ? a : b));
  const node = { id: newId(), default_level: contentLevelOf(defaultLevel) };
  return {
    ...node,
    ...resolveAccess(node, parent),
    organization_id: organizationId,
    parent_id: parentId,
    rank: generateKeyBetween(last === '' ? null : last, null),
  };
}

/** The next request must see what a factory wrote directly to the database. */
async function invalidateCaches(organizationId: string): Promise<void> {
  const { app } = await testApp();
  app.actors.invalidateAll();
  invalidateCounts(organizationId);
}
