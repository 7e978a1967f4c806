import type { Generated } from 'kysely';
import type { PersonalStateKind, PersonalStateValue } from '#api/generated/types.gen.ts';
import type { Json } from './columns.ts';

// The tables of migration 089: what people leave behind, and the views that they share.

interface PersonalStatesTable {
  organization_id: string;
  user_id: string;
  kind: PersonalStateKind;
  subject: string;
  value: Json<PersonalStateValue>;
  updated_at: Date;
}

interface SharedViewsTable {
  id: string;
  organization_id: string;
  screen: string;
  name: string;
  search: string;
  /** Null once the account is deleted. */
  created_by: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface PersonalTables {
  personal_states: PersonalStatesTable;
  shared_views: SharedViewsTable;
}
