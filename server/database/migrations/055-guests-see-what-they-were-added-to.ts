import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Guests have what they were granted on content or on anything above it, and no default levels. `ancestor_path` is the
 * content itself and every collection above it. Guests who lose something by that are written down, so that
 * administrators can give it back.
 */
const STATEMENTS = `
alter table collections add column ancestor_path text[];
alter table spaces add column ancestor_path text[];

with recursive tree(id, path) as (
  select id, array[id] from collections where parent_id is null
  union all
  select c.id, array_prepend(c.id, tree.path) from collections c join tree on c.parent_id = tree.id
)
update collections set ancestor_path = tree.path from tree where collections.id = tree.id;
update spaces set ancestor_path = array_prepend(spaces.id, coalesce(
  (select c.ancestor_path from collections c where c.id = spaces.parent_id), '{}'));

alter table collections alter column ancestor_path set not null;
alter table spaces alter column ancestor_path set not null;
create index collections_ancestor_path on collections using gin (ancestor_path) with (fastupdate = off);
create index spaces_ancestor_path on spaces using gin (ancestor_path) with (fastupdate = off);

create table former_guest_access (
  organization_id text not null,
  user_id text not null,
  until timestamptz(3) not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
insert into former_guest_access (organization_id, user_id, until)
  select organization_id, user_id, now() from members
  where role = 0 and not disabled and exists (
    select from spaces
    where spaces.organization_id = members.organization_id and spaces.deleted_at is null
      and spaces.resolved_level >= 1 and not exists (
        select from grants g
        where g.content_id = any(spaces.grant_path) and (g.user_id = members.user_id or g.team_id in (
          select t.team_id from team_members t
          where t.organization_id = members.organization_id and t.user_id = members.user_id))));
`;

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(db, STATEMENTS);
}
