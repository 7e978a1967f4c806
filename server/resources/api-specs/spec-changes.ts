import type { Kysely, Transaction } from 'kysely';
import type { ApiSpecFilesSource, ApiSpecSource } from '#api/generated/types.gen.ts';
import type { Actor } from '#server/access/actor.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { badRequest, badValue, conflict, notFound } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { deleteSpec, insertSpec, lockSpec, replaceSource, tidyName } from './api-specs.queries.ts';
import type { ApiSpecRow } from './api-specs.rules.ts';
import { enqueueProcessing } from './process-spec.ts';

export interface SpecChangeContext {
  organizationId: string;
  slug: string;
  actor: Actor;
  now: Date;
}

/** Of all files of a specification together. */
const MAX_CHARACTERS = 10_000_000;

/** Throws 400 for a URL that may not be fetched, and for files that are no specification together. */
export function validateSource(source: ApiSpecSource, fetcher: Fetcher): void {
  if ('files' in source) validateFiles(source);
  if (!('url' in source)) return;
  try {
    fetcher.check(source.url);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    throw badRequest(error.message, [{ path: 'body.source.url', message: error.message }]);
  }
}

function validateFiles({ files, main }: ApiSpecFilesSource): void {
  const names = new Set<string>();
  for (const [index, { name }] of files.entries()) {
    if (names.has(tidyName(name)))
      throw badValue(`body.source.files.${index}.name`, 'is already used by another file');
    names.add(tidyName(name));
  }
  if (!names.has(tidyName(main))) throw badValue('body.source.main', 'must be the name of one of the files');
  if (files.reduce((sum, { text }) => sum + text.length, 0) > MAX_CHARACTERS)
    throw badValue(
      'body.source.files',
      `must have at most ${MAX_CHARACTERS.toLocaleString('en')} characters together`,
    );
}

/** Creates a specification and queues processing; 409 where the slug is taken. */
export function addSpec(
  db: Kysely<Database>,
  change: SpecChangeContext,
  source: ApiSpecSource,
): Promise<ApiSpecRow> {
  return inTransaction(db, (trx) => addSpecWithin(trx, change, source));
}

/** Creates a specification as part of a larger change. */
export async function addSpecWithin(
  trx: Transaction<Database>,
  change: SpecChangeContext,
  source: ApiSpecSource,
): Promise<ApiSpecRow> {
  const { organizationId, slug, actor, now } = change;
  const row = await insertSpec(trx, { id: newId(), organizationId, slug, source });
  if (!row) throw conflict(`The slug "${slug}" is already taken.`, 'body.slug');
  await enqueueProcessing(trx, row.id, now);
  await recordAudit(trx, {
    ...entryOf(change, row.id),
    actor,
    action: 'createApiSpec',
    summary: `Created the API specification “${slug}”.`,
    after: { slug, sourceURL: row.source_url },
  });
  return row;
}

interface SpecPut extends SpecChangeContext {
  /** Gets the previous `updatedAt`, undefined where there is none, and throws on a mismatch. */
  requireVersion: (updatedAt: Date | undefined) => void;
}

/** Creates the specification or replaces its source, and queues processing. */
export function putSpec(db: Kysely<Database>, change: SpecPut, source: ApiSpecSource): Promise<ApiSpecRow> {
  return inTransaction(db, (trx) => putSpecWithin(trx, change, source));
}

/** The same as part of a larger change. */
export async function putSpecWithin(
  trx: Transaction<Database>,
  change: SpecPut,
  source: ApiSpecSource,
): Promise<ApiSpecRow> {
  const { organizationId, slug, actor, now } = change;
  const before = await lockSpec(trx, organizationId, slug);
  change.requireVersion(before?.updated_at);
  const row = before
    ? await replaceSource(trx, before.id, source)
    : await insertSpec(trx, { id: newId(), organizationId, slug, source });
  // Another request created it concurrently.
  if (!row) throw conflict(`The slug "${slug}" is already taken.`);
  await enqueueProcessing(trx, row.id, now);
  await recordAudit(trx, {
    ...entryOf(change, row.id),
    actor,
    action: 'putApiSpec',
    summary: before
      ? `Changed the source of the API specification “${slug}”.`
      : `Created the API specification “${slug}”.`,
    ...(before && { before: { sourceURL: before.source_url } }),
    after: { sourceURL: row.source_url },
  });
  return row;
}

/** Deletes the specification with its versions. */
export function removeSpec(db: Kysely<Database>, change: SpecChangeContext): Promise<void> {
  const { organizationId, slug, actor } = change;
  return inTransaction(db, async (trx) => {
    const row = await lockSpec(trx, organizationId, slug);
    if (!row) throw notFound('API specification');
    await deleteSpec(trx, row.id);
    await recordAudit(trx, {
      ...entryOf(change, row.id),
      actor,
      action: 'deleteApiSpec',
      summary: `Deleted the API specification “${slug}”.`,
      before: { slug, sourceURL: row.source_url },
    });
  });
}

function entryOf({ organizationId }: SpecChangeContext, targetId: string) {
  return { organizationId, targetKind: 'openapi-spec', targetId };
}
