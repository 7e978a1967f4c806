/**
 * Invariants of a seeded database, as queries for rows that violate them: counters and orders that the server
 * maintains.
 */
export const SEED_RULES = {
  'spaces count their change requests, which are numbered consecutively': `
    select s.title from spaces s
    left join (select space_id, count(*) as total, max(number) as last,
      count(*) filter (where status = 'open') as open, count(*) filter (where status = 'draft') as draft
      from change_requests group by space_id) c on c.space_id = s.id
    where s.change_requests_total <> coalesce(c.total, 0) or s.change_requests_open <> coalesce(c.open, 0)
      or s.change_requests_draft <> coalesce(c.draft, 0) or s.change_requests_number <> coalesce(c.last, 0)
      or coalesce(c.last, 0) <> coalesce(c.total, 0)`,
  'spaces count their open comments': `
    select s.title from spaces s where comments_open <> (select count(*) from comments c
      where c.space_id = s.id and c.change_request_id is null and c.status = 'open')`,
  'change requests count their open comments': `
    select r.subject from change_requests r where comments_open <> (select count(*) from comments c
      where c.change_request_id = r.id and c.status = 'open')`,
  'comments count their replies': `
    select c.id from comments c
    where replies <> (select count(*) from comment_replies r where r.comment_id = c.id)`,
  'comments are on a change request of their space': `
    select c.id from comments c join change_requests r on r.id = c.change_request_id where r.space_id <> c.space_id`,
  'a change request is merged if and only if a revision merged it': `
    select c.subject from change_requests c left join revisions r on r.id = c.revision_merged
    where (c.status = 'merged') <> (r.type is not distinct from 'merge' and r.parents @> array[c.revision_id])`,
  'referenced revisions exist': `
    select id from spaces s where not exists (select 1 from revisions r where r.id = s.revision_id and r.space_id = s.id
      and r.change_request_id is null)
    union all select id from change_requests c where not exists (select 1 from revisions r where r.id = c.revision_id
      and r.space_id = c.space_id)
    union all select id from change_requests c where not exists (select 1 from revisions r where r.id = c.revision_initial
      and r.change_request_id is null)`,
  'content of one parent has unique ranks': `
    select parent_id, rank from (select organization_id, parent_id, rank from collections
      union all select organization_id, parent_id, rank from spaces) x
    group by organization_id, parent_id, rank having count(*) > 1`,
  'sections and groups of one container have unique ranks': `
    select site_id, rank from (select site_id, rank from site_section_groups
      union all select site_id, rank from site_sections where group_id is null) x
    group by site_id, rank having count(*) > 1
    union all select group_id, rank from site_sections where group_id is not null group by group_id, rank having count(*) > 1`,
  'site spaces of one section have unique ranks': `
    select section_id, rank from site_spaces group by site_id, section_id, rank having count(*) > 1`,
  'a site and each of its sections have one default': `
    select site_id, section_id from site_spaces group by site_id, section_id having count(*) filter (where is_default) <> 1
    union all select site_id, null from site_sections group by site_id having count(*) filter (where is_default) <> 1`,
  'no date is in the future, replies come after comments, resolutions after replies': `
    select c.id from comments c where c.resolved_at < c.posted_at or c.edited_at < c.posted_at
    union all select r.id from comment_replies r join comments c on c.id = r.comment_id
      where r.posted_at < c.posted_at or c.resolved_at < r.posted_at
    union all select id from change_requests where updated_at < created_at`,
} as const satisfies Record<string, string>;
