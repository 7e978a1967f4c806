import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { decidingGrantOfMember, levelOfMember } from '#server/access/content-access.ts';
import { LEVEL, MIN_VISIBLE_LEVEL } from '#server/access/roles.ts';
import type { Database } from '#server/database/tables/schema.ts';

/**
 * Who may read a notification: `everyone` each active member, also guests; `members` those with a role; `administrators`;
 * `content` who may read the space or the collection.
 */
export type NotificationReaders = 'everyone' | 'members' | 'administrators' | 'content';

/** Whether a member may read something, for queries on `members`. */
export function isReadableByMember(
  readers: RawBuilder<string>,
  contentId: RawBuilder<string | null>,
): RawBuilder<SqlBool> {
  const granted = sql<
    number | null
  >`(select decisive.level from ${decidingGrantOfMember('content')} as decisive)`;
  const level = sql`(select ${levelOfMember(granted, 'content')} from (
    select id, organization_id, ancestor_path, grant_path, resolved_level from spaces
      where id = ${contentId} and organization_id = members.organization_id and deleted_at is null
    union all
    select id, organization_id, ancestor_path, grant_path, resolved_level from collections
      where id = ${contentId} and organization_id = members.organization_id
  ) as content)`;
  return sql<SqlBool>`(not members.disabled and case ${readers}
    when 'everyone' then true
    when 'members' then members.role >= ${sql.lit(LEVEL.read)}
    when 'administrators' then members.role = ${sql.lit(LEVEL.admin)}
    else coalesce(${level}, ${sql.lit(LEVEL.guest)}) >= ${sql.lit(MIN_VISIBLE_LEVEL)} end)`;
}

/** The columns of a subject as its table has them now. */
export interface SubjectRow {
  subject_title: string;
  subject_number: number | null;
  subject_slug: string | null;
  space_id: string | null;
  space_title: string | null;
}

type SubjectTable = 'notifications' | 'subscriptions';

/** The subjects of a table: what is deleted has none. */
export function subjectsOf(table: SubjectTable): RawBuilder<SubjectRow> {
  const [kind, id, organization] = ['subject_kind', 'subject_id', 'organization_id'].map((column) =>
    sql.ref(`${table}.${column}`),
  );
  const simple = (name: string, from: string, title: string) =>
    sql`union all select ${sql.raw(title)}, null, null, null, null from ${sql.table(from)}
      where ${kind} = ${sql.lit(name)} and id = ${id} and organization_id = ${organization}`;
  const others =
    table === 'subscriptions'
      ? sql``
      : sql`${simple('collection', 'collections', 'title')}
    ${simple('import', 'content_imports', 'origin')}
    ${simple('webhook', 'webhooks', "coalesce(title, substring(url from '://([^/:?#]+)'), 'Webhook')")}
    ${simple('identity-provider', 'saml_providers', 'label')}
    ${simple('identity-provider', 'oidc_providers', 'label')}
    union all select spaces.title, null, null, spaces.id, spaces.title
      from git_connections join spaces on spaces.id = git_connections.space_id
      where ${kind} = 'git-connection' and git_connections.id = ${id}
        and spaces.organization_id = ${organization} and spaces.deleted_at is null
    union all select slug, null, slug, null, null from api_specs
      where ${kind} = 'api-spec' and id = ${id} and organization_id = ${organization}
    union all select name, null, null, null, null from tokens
      where ${kind} = 'api-token' and id = ${id} and user_id = ${sql.ref(`${table}.user_id`)} and revoked_at is null
    union all select title, null, null, null, null from organizations
      where ${kind} in ('organization', 'mail', 'events') and id = ${organization}`;
  return sql<SubjectRow>`(
    select change_requests.subject as subject_title, change_requests.number as subject_number,
      null::text as subject_slug, spaces.id as space_id, spaces.title as space_title
      from change_requests join spaces on spaces.id = change_requests.space_id
      where ${kind} = 'change-request' and change_requests.id = ${id}
        and change_requests.organization_id = ${organization} and spaces.deleted_at is null
    union all select title, null, null, id, title from spaces
      where ${kind} = 'space' and id = ${id} and organization_id = ${organization} and deleted_at is null
    ${simple('site', 'sites', 'title')}
    ${others})`;
}

/**
 * Notifications that their recipients may read at this moment, with their subjects. Every list, count and mail reads
 * these: who has lost access sees neither a title nor a row.
 */
export function selectReadable(db: Kysely<Database>) {
  const isReadable = isReadableByMember(
    sql.ref('notifications.readers'),
    sql.ref<string | null>('notifications.content_id'),
  );
  return db
    .selectFrom('notifications')
    .innerJoin('members', (join) =>
      join
        .onRef('members.organization_id', '=', 'notifications.organization_id')
        .onRef('members.user_id', '=', 'notifications.user_id'),
    )
    .innerJoinLateral(subjectsOf('notifications').as('subject'), (join) => join.onTrue())
    .where(isReadable);
}

/** Whether it is neither done nor snoozed. A snooze ends by itself. */
export function isOfInbox(now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(notifications.done_at is null
    and (notifications.snoozed_until is null or notifications.snoozed_until <= ${now}))`;
}
