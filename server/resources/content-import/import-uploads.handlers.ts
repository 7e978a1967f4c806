import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ImportUpload } from '#api/generated/types.gen.ts';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { lockAccount } from '#server/accounts/credentials/credentials.queries.ts';
import { badValue, conflict, notFound } from '#server/base/errors.ts';
import { signUrl } from '#server/base/signed-url.ts';
import {
  addSource,
  countUnusedSources,
  findSource,
  type ImportSourceRow,
} from '#server/content/stored/import-sources.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { requireUploadPermission } from './content-import.rules.ts';
import { isSafePath } from './source/entry-paths.ts';

const GIBIBYTE = 1024 ** 3;
const MAX_UPLOADS = 1000;
const MAX_UPLOADED_BYTES = 2 * GIBIBYTE;

/** Uploads for imports. */
export const importUploadHandlers = {
  async createImportUpload(request) {
    const { db, actor, params, body, clock } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    requireUploadPermission(Math.max(viewer.role, await findHighestGrant(db, viewer)));
    const { name, size } = body;
    if (!isSafePath(name)) throw badValue('body.name', 'must be a relative path without control characters');
    const userId = actor.user.id;
    const now = clock.now();
    const id = await inTransaction(db, async (trx) => {
      // One after the other, or all would count the same.
      await lockAccount(trx, userId);
      const { uploads, bytes } = await countUnusedSources(trx, userId);
      if (uploads >= MAX_UPLOADS || bytes + size > MAX_UPLOADED_BYTES)
        throw conflict(
          `You can have ${MAX_UPLOADS.toLocaleString('en')} uploads and ${MAX_UPLOADED_BYTES / GIBIBYTE} GiB that no import has used. They are deleted after a day.`,
        );
      return addSource(trx, { organizationId, userId, name, size, now });
    });
    return viewUpload(request, { id, name, size, received: 0 });
  },

  async getImportUpload(request) {
    const { db, actor, params } = request;
    membershipOr404(actor, params.organizationId);
    const source = await findSource(db, params.uploadId);
    const isCallers = source?.user_id === actor.user.id && source.organization_id === params.organizationId;
    if (!source || !isCallers || source.import_id !== null) throw notFound('upload');
    return viewUpload(request, source);
  },
} satisfies Handlers<'createImportUpload' | 'getImportUpload'>;

/** The highest level that a member or one of their teams was given on anything. */
async function findHighestGrant(db: Kysely<Database>, viewer: Membership): Promise<number> {
  const { level } = await db
    .selectFrom('grants')
    .select(sql<number>`coalesce(max(level), 0)::int`.as('level'))
    .where('organization_id', '=', viewer.organizationId)
    .where((grant) =>
      grant.or([
        grant('user_id', '=', viewer.userId),
        grant('team_id', '=', sql<string>`any(${viewer.teamIds}::text[])`),
      ]),
    )
    .executeTakeFirstOrThrow();
  return level;
}

function viewUpload(
  { service, clock }: Pick<FastifyRequest, 'service' | 'clock'>,
  { id, name, size, received }: Pick<ImportSourceRow, 'id' | 'name' | 'size' | 'received'>,
): ImportUpload {
  const url = signUrl(service, `/import-uploads/${id}`, clock.now());
  const expires = Number(new URL(url).searchParams.get('expires'));
  const expiresAt = new Date(expires * 1000).toISOString();
  return { object: 'import-upload', id, name, size, received, url, expiresAt };
}
