import type { ColumnType, Generated } from 'kysely';
import type { StructureDraftStep } from '#api/generated/types.gen.ts';
import type { Json } from './columns.ts';

// The tables of migrations 096 and 097: the drafts of structures, and their earlier states.

/** Somebody's approval of a draft. */
export interface StoredDraftApproval {
  userId: string;
  at: string;
  /** Identifies the changes that were approved. */
  changes: string;
}

interface StructureDraftsTable {
  site_id: string;
  updated_at: Date;
  /** When it is applied by itself, by whom, and the id of this schedule; null if it is not scheduled. */
  scheduled_at: Date | null;
  scheduled_by: string | null;
  schedule_id: string | null;
  /** Why it could not be applied at its time, and when that was. */
  problem: string | null;
  problem_at: Date | null;
  /** The latest last. */
  approvals: Json<StoredDraftApproval[]>;
}

interface StructureDraftChangesTable {
  id: string;
  /** Counts up in the order in which changes are made. */
  place: Generated<string>;
  site_id: string;
  /** Null once the account is deleted. */
  created_by: string | null;
  created_at: Date;
  summary: string;
  steps: ColumnType<StructureDraftStep[], string, never>;
}

/** A transaction that changed a structure. Written by triggers. */
interface StructureVersionsTable {
  site_id: string;
  /** That of the site after it. */
  version: string;
  /** Counts up in the order of the changes. */
  place: Generated<string>;
  /** The transaction, by which its audit entries are found. */
  tx: Generated<string>;
  at: Generated<Date>;
}

/** The rows that such a transaction changed, as they were before. Written by triggers. */
interface StructureVersionRowsTable {
  site_id: string;
  version: string;
  kind: 'group' | 'section' | 'site-space';
  item_id: string;
  /** Null if there was none. */
  before: Json<unknown>;
}

export interface StructureTables {
  structure_drafts: StructureDraftsTable;
  structure_draft_changes: StructureDraftChangesTable;
  structure_versions: StructureVersionsTable;
  structure_version_rows: StructureVersionRowsTable;
}
