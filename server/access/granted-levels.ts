import { sql } from 'kysely';
import { type GrantTarget, grantPathOfMember } from './content-access.ts';

/** The access columns of one space or collection, as SQL. */
export const contentOf = ({ kind, id }: GrantTarget) => sql<{
  ancestor_path: string[];
  grant_path: string[];
  resolved_level: number | null;
}>`(
  select ancestor_path, grant_path, resolved_level from ${sql.table(kind === 'space' ? 'spaces' : 'collections')}
  where id = ${id})`;

/** The levels that grants give, of all their holders at once. */
export const grantedLevels = (target: GrantTarget) => sql<{ user_id: string; level: number }>`(
  select distinct on (holder.user_id) holder.user_id, g.level
  from ${contentOf(target)} as content
  join grants g on g.content_id = any(content.ancestor_path)
  cross join lateral (
    select g.user_id where g.user_id is not null
    union all select t.user_id from team_members t where t.team_id = g.team_id) as holder
  join members on members.organization_id = ${target.organizationId} and members.user_id = holder.user_id
    and g.content_id = any(${grantPathOfMember('content')})
  order by holder.user_id, array_position(content.ancestor_path, g.content_id), g.user_id is null, g.level desc)`;
