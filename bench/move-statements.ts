/**
 * The least code that moves a section with the statements of the server's move: it reads the items and the gap, then locks,
 * writes and audits in one exchange, tries again when somebody was faster, and reads the spaces for the response. It checks nothing.
 */
import { generateKeyBetween } from 'fractional-indexing';
import pg from 'pg';

type Row = Record<string, unknown>;

/** A statement that is put together; `add` returns the placeholder of a value. */
class Statement {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

export interface SectionMove {
  organizationId: string;
  siteId: string;
  sectionId: string;
  position: { before: { siteSection: string } };
  userId: string;
}

const FIND = `select part.*, sites.organization_id, sites.title as site_title
  from site_sections part join sites on sites.id = part.site_id where part.id in ($1, $2, $3)`;
const LOCK = `select sites.id, sites.organization_id, sites.title, sites.hostname, sites.basename, sites.proxy, sites.share_key, sites.published,
    sites.adaptive_content, sites.structure_version, sites.created_at, organizations.hostname as organization_hostname, sites.type,
    sites.icon, sites.visibility, sites.ads, sites.features, transaction_version() as transaction_version
  from sites inner join organizations on organizations.id = sites.organization_id
  where sites.id = $1 and sites.organization_id = $2 for no key update of sites`;
const SPACES = `select spaces.id, spaces.organization_id, spaces.parent_id, spaces.title, spaces.emoji, spaces.default_level, spaces.resolved_level,
    spaces.revision_id, spaces.comments_open, spaces.change_requests_total, spaces.change_requests_open, spaces.change_requests_draft,
    spaces.created_at, spaces.updated_at, spaces.deleted_at, spaces.visibility, spaces.edit_mode, spaces.git_sync, spaces.visitor_auth,
    case when spaces.grant_path && array(select g.content_id from grants g where g.user_id = $1 or g.team_id = any($2::text[])) then (
      select g.level from grants g where g.content_id = any(spaces.grant_path) and (g.user_id = $3 or g.team_id = any($4::text[]))
      order by array_position(spaces.grant_path, g.content_id), g.user_id is null, g.level desc limit 1) end as granted,
    site_spaces.id as site_space_id, site_spaces.section_id, site_spaces.path, site_spaces.condition, site_spaces.is_default,
    section.path as section_path, section.is_default as section_is_default
  from spaces inner join site_spaces on site_spaces.space_id = spaces.id left join site_sections as section on section.id = site_spaces.section_id
  where site_spaces.site_id = $5 and spaces.deleted_at is null and site_spaces.section_id = $6
  order by site_spaces.section_id, site_spaces.rank, site_spaces.id`;

/** The tables of a list with their conditions. */
function tablesOf(statement: Statement, groupId: unknown): [table: string, isIn: string][] {
  if (groupId !== null) return [['site_sections', `group_id = ${statement.add(groupId)}`]];
  return [
    ['site_sections', 'group_id is null'],
    ['site_section_groups', 'true'],
  ];
}

/** Moves sections, two of a site at a time like the server. */
export function createMover(url: string): (move: SectionMove) => Promise<Row> {
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true });
  const names = new Map<string, string>();
  const named = (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `m${names.size}`;
    names.set(text, name);
    return { name, text, values };
  };
  const run = async (text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(named(text, values))).rows;

  const attempt = async ({
    organizationId,
    siteId,
    sectionId,
    position,
    userId,
  }: SectionMove): Promise<Row | undefined> => {
    const neighborId = position.before.siteSection;
    const found = await run(FIND, [sectionId, neighborId, sectionId]);
    const section = found.find(({ id }) => id === sectionId);
    const neighbor = found.find(({ id }) => id === neighborId);
    if (!section || !neighbor) throw new Error('The section or its neighbor does not exist.');
    const gap = new Statement();
    const lists = tablesOf(gap, neighbor.group_id).map(
      ([table, isIn]) => `(select id, rank from ${table} where site_id = ${gap.add(siteId)} and ${isIn}
        and rank < ${gap.add(neighbor.rank)} and id <> ${gap.add(sectionId)}
        order by ${table === 'site_sections' ? 'group_id desc,' : ''} rank desc limit 1)`,
    );
    const [low] = await run(
      `select id, rank from (${lists.join(' union all ')}) entries order by rank desc limit 1`,
      gap.values,
    );
    const rank = generateKeyBetween(low ? String(low.rank) : null, String(neighbor.rank));
    const write = new Statement();
    const exists = (conditions: () => string) =>
      tablesOf(write, neighbor.group_id)
        .map(
          ([table, isIn]) =>
            `exists (select from ${table} where site_id = ${write.add(siteId)} and ${isIn} and ${conditions()})`,
        )
        .join(' or ');
    const summary = `Moved the section “${String(section.title)}” of the site “${String(section.site_title)}”.`;
    const entry = {
      id: `baseline${Math.random().toString(36).slice(2).padEnd(15, '0').slice(0, 12)}`,
      organization_id: organizationId,
      actor_id: userId,
      action: 'moveSiteSection',
      target_kind: 'site-section',
      target_id: sectionId,
      summary,
      before: null,
      after: JSON.stringify({ position }),
      names: JSON.stringify({ [neighborId]: neighbor.title }),
    };
    const text = `with changed as (
        update site_sections set group_id = ${write.add(neighbor.group_id)}, rank = ${write.add(rank)}
        where id = ${write.add(sectionId)} and site_id = ${write.add(siteId)}
          and ${section.group_id === null ? 'group_id is null' : `group_id = ${write.add(section.group_id)}`}
          and (${exists(() => `id = ${write.add(neighborId)} and rank = ${write.add(neighbor.rank)}`)})
          and not (${exists(() => `${low ? `rank > ${write.add(low.rank)}` : 'true'} and rank < ${write.add(neighbor.rank)} and id <> ${write.add(sectionId)}`)})
        returning *),
      audited as (insert into audit_log (${Object.keys(entry).join(', ')})
        select ${Object.values(entry)
          .map((value) => write.add(value))
          .join(', ')} from changed)
      select * from changed`;
    const client = await pool.connect();
    const { stream } = client.connection;
    try {
      stream.cork();
      const sent = [
        client.query('begin'),
        client.query(named(LOCK, [siteId, organizationId])),
        client.query<Row>(named(text, write.values)),
        client.query('commit'),
      ] as const;
      stream.uncork();
      const [, , { rows }] = await Promise.all(sent);
      return rows[0];
    } finally {
      client.release();
    }
  };

  const waiting: (() => void)[] = [];
  let running = 0;
  return async (move) => {
    if (running === 2) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    let moved: Row | undefined;
    try {
      while (!moved) moved = await attempt(move);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
    const { siteId, sectionId, userId } = move;
    return { ...moved, siteSpaces: await run(SPACES, [userId, [], userId, [], siteId, sectionId]) };
  };
}
