import type { Insertable } from 'kysely';
import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { Calendar } from './calendar.ts';
import type { SiteSeed } from './organization-schemas.ts';
import { seedId } from './seed-ids.ts';

/** The drafts of the structures of sites. */
export function buildDraftRows(
  seeds: readonly SiteSeed[],
  calendar: Calendar,
): {
  drafts: Insertable<Database['structure_drafts']>[];
  changes: Insertable<Database['structure_draft_changes']>[];
} {
  const drafts = seeds.flatMap(({ key, draft = [] }) => {
    const latest = draft.at(-1);
    if (!latest) return [];
    return {
      site_id: seedId('site', key),
      updated_at: calendar.ago(latest.ago),
      scheduled_at: null,
      scheduled_by: null,
      schedule_id: null,
      problem: null,
      problem_at: null,
      approvals: '[]',
    };
  });
  const changes = seeds.flatMap(({ key, draft = [] }) =>
    draft.map(({ section, title, by, ago }) => {
      const siteSectionId = seedId('section', key, section);
      const step: StructureDraftStep = { updateSiteSection: { siteSectionId, body: { title } } };
      return {
        id: seedId('structure-draft-change', key, section),
        site_id: seedId('site', key),
        created_by: seedId('person', by),
        created_at: calendar.ago(ago),
        summary: `Renamed “${section}” to “${title}”`,
        steps: JSON.stringify([step]),
      };
    }),
  );
  return { drafts, changes };
}
