import { type Kysely, sql, type Transaction } from 'kysely';
import type { StructureDraftChangeCreate } from '#api/generated/types.gen.ts';
import { conflict } from '#server/base/errors.ts';
import { laterThan, NEVER } from '#server/base/etag.ts';
import { newId } from '#server/base/ids.ts';
import type { Database, Row } from '#server/database/tables/schema.ts';

export type DraftRow = Row<'structure_drafts'>;

export type DraftChangeRow = Row<'structure_draft_changes'>;

/** The most operations of a draft. All run in one transaction, in which nobody else can change the site. */
export const MAX_STEPS = 500;

/** What a draft without changes is not any more. */
export const ENDED_DRAFT = {
  scheduled_at: null,
  scheduled_by: null,
  schedule_id: null,
  approvals: [],
} satisfies Partial<DraftRow>;

const MAX_BYTES = 512 * 1024;

/** The draft of a site as it is stored; one that nobody has begun is as old as nothing. */
export async function findDraft(db: Kysely<Database>, siteId: string): Promise<DraftRow> {
  const draft = await db
    .selectFrom('structure_drafts')
    .selectAll()
    .where('site_id', '=', siteId)
    .executeTakeFirst();
  const nothing = {
    scheduled_at: null,
    scheduled_by: null,
    schedule_id: null,
    problem: null,
    problem_at: null,
    approvals: [],
  };
  return draft ?? { site_id: siteId, updated_at: NEVER, ...nothing };
}

/** The changes of a draft, in the order in which they are made. */
export function listDraftChanges(db: Kysely<Database>, siteId: string): Promise<DraftChangeRow[]> {
  return db
    .selectFrom('structure_draft_changes')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('place')
    .execute();
}

/** Stores a draft with another version. What was said of the version before does not hold any more. */
export async function writeDraft(
  trx: Transaction<Database>,
  before: DraftRow,
  now: Date,
  change: Partial<DraftRow> = {},
): Promise<void> {
  const row = {
    ...before,
    problem: null,
    problem_at: null,
    ...change,
    approvals: JSON.stringify(change.approvals ?? before.approvals),
    updated_at: laterThan(before.updated_at, now),
  };
  await trx
    .insertInto('structure_drafts')
    .values(row)
    .onConflict((existing) => existing.column('site_id').doUpdateSet(row))
    .execute();
}

/** 409 where a draft would become larger than a transaction can apply. */
export async function assertRoom(
  trx: Transaction<Database>,
  siteId: string,
  { steps }: Pick<StructureDraftChangeCreate, 'steps'>,
): Promise<void> {
  const { count, bytes } = await trx
    .selectFrom('structure_draft_changes')
    .select([
      sql<number>`coalesce(sum(json_array_length(steps)), 0)::int`.as('count'),
      sql<number>`coalesce(sum(octet_length(steps::text)), 0)::int`.as('bytes'),
    ])
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  if (count + steps.length > MAX_STEPS)
    throw conflict(`A draft holds at most ${MAX_STEPS} operations. Apply or discard it first.`, 'body.steps');
  if (bytes + Buffer.byteLength(JSON.stringify(steps)) > MAX_BYTES)
    throw conflict(`A draft holds at most ${MAX_BYTES / 1024} KB. Apply or discard it first.`, 'body.steps');
}

/** With the draft stored. */
export async function insertDraftChange(
  trx: Transaction<Database>,
  siteId: string,
  { summary, steps }: StructureDraftChangeCreate,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('structure_draft_changes')
    .values({
      id: newId(),
      site_id: siteId,
      created_by: userId,
      created_at: now,
      summary,
      steps: JSON.stringify(steps),
    })
    .execute();
}

export async function deleteDraftChanges(
  trx: Transaction<Database>,
  siteId: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('structure_draft_changes')
    .where('site_id', '=', siteId)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
}
