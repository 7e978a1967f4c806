import type { ColumnType, Generated } from 'kysely';
import type { MergeRuleState, MergeAttempt } from '#api/generated/types.gen.ts';
import type { JsonWithDefault } from './columns.ts';

// The tables of migrations 094 and 117: merge rules, whom they stopped, and merges that are done later.

/** The owners of the pages at and below a path. */
export interface StoredOwners {
  /** Without slashes at its ends; empty for all content. */
  pagePath: string;
  /** Ids. */
  teams: string[];
  /** Ids. */
  users: string[];
}

interface MergeRulesTable {
  /** Of the organization or of the space. */
  scope_id: string;
  /** One of both is null. */
  organization_id: string | null;
  space_id: string | null;
  approvals: Generated<number>;
  teams: Generated<string[]>;
  owners: JsonWithDefault<StoredOwners[]>;
  current_approvals: Generated<boolean>;
  comments_resolved: Generated<boolean>;
  up_to_date: Generated<boolean>;
  no_broken_links: Generated<boolean>;
  administrators_bypass: Generated<boolean>;
  bypass_teams: Generated<string[]>;
  updated_at: Date;
}

interface MergeStopsTable {
  id: string;
  organization_id: string;
  space_id: string;
  /** Null for edits and imports. */
  change_request_id: string | null;
  /** Null once the account is deleted. */
  user_id: string | null;
  attempt: MergeAttempt;
  reasons: ColumnType<MergeRuleState[], string, string>;
  /** Null if it was stopped. */
  bypass_reason: string | null;
  times: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface PlannedMergesTable {
  id: string;
  /** Counts up in the order in which merges are planned. */
  place: Generated<string>;
  change_request_id: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  mode: string;
  /** Null without a time. */
  run_at: Date | null;
  /** `waiting` also where the change request was merged since. */
  state: string;
  problem: string | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface MergeRuleTables {
  merge_rules: MergeRulesTable;
  merge_stops: MergeStopsTable;
  planned_merges: PlannedMergesTable;
}
