import type { Selectable } from 'kysely';
import type { CheckTables } from './check-tables.ts';
import type { ContentTables } from './content-tables.ts';
import type { GitSyncTables } from './git-sync-tables.ts';
import type { GitTables } from './git-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { InsightTables } from './insight-tables.ts';
import type { MergeRuleTables } from './merge-rule-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { OperationTables } from './operation-tables.ts';
import type { PeopleTables } from './people-tables.ts';
import type { PersonalTables } from './personal-tables.ts';
import type { SiteTables } from './site-tables.ts';
import type { StructureTables } from './structure-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/**
 * The columns of every table, as the migrations leave them. `Generated` columns have a default; jsonb columns are read
 * as values and written as JSON text (`JSON.stringify`), which both engines accept.
 */
export interface Database
  extends
    PeopleTables,
    CheckTables,
    ContentTables,
    ImportTables,
    GitTables,
    SiteTables,
    WebhookTables,
    NotificationTables,
    PersonalTables,
    GitSyncTables,
    InsightTables,
    MergeRuleTables,
    StructureTables,
    OperationTables {}

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
