import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * New entries of these indexes wait in a list that each search reads as a whole, until somebody vacuums the table or there
 * are 4 MB of them. The embedded engine has no process that vacuums, and with a long list the planner prefers to read the
 * whole table instead. Without the list a change writes its entries itself, which costs a page of text less than 0.1 ms.
 */
const INDEXES = [
  'change_requests_contributors',
  'change_requests_subject',
  'collections_grant_path',
  'members_search',
  'organizations_email_domains',
  'search_pages_heads',
  'search_pages_words',
  'sites_title',
  'spaces_grant_path',
  'spaces_title',
  'teams_title',
];

export function up(db: Kysely<unknown>): Promise<void> {
  return runStatements(
    db,
    INDEXES.map(
      (index) => `alter index ${index} set (fastupdate = off);\nselect gin_clean_pending_list('${index}');\n`,
    ).join(''),
  );
}
