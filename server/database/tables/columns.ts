import type { ColumnType } from 'kysely';

/** A json or jsonb column: read as T, written as JSON text. */
export type Json<T> = ColumnType<T, string | null, string | null>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** Null where nothing is stored. */
export type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
