import type { FastifyInstance } from 'fastify';
import { notFound } from '#server/base/errors.ts';
import { printRevision } from '#server/content/stored/print-revision.ts';
import { findRevision } from '#server/content/stored/revisions.ts';
import { heavyDocuments } from '#server/plugins/limits/heavy-limits.ts';
import { assertSigned, encodeFileName } from './file-routes.ts';

/** Serves change requests as PDF at signed URLs. */
export function registerPrints(app: FastifyInstance): void {
  const options = { config: { isHeavy: true } };
  app.get<{ Params: { changeRequestId: string } }>(
    '/prints/:changeRequestId',
    options,
    async (request, reply) => {
      const { db, service, clock, gone, params } = request;
      const { searchParams } = assertSigned(request);
      const row = await db
        .selectFrom('change_requests')
        .innerJoin('spaces', 'spaces.id', 'change_requests.space_id')
        .select(['spaces.id', 'spaces.title', 'spaces.organization_id', 'change_requests.number'])
        .where('change_requests.id', '=', params.changeRequestId)
        .where('spaces.deleted_at', 'is', null)
        .executeTakeFirst();
      const revision = row && (await findRevision(db, row.id, searchParams.get('revision') ?? ''));
      if (!revision) throw notFound('change request');
      const title = `${row.title} #${row.number}`;
      const print = () =>
        printRevision(db, service, {
          title,
          organizationId: row.organization_id,
          revision,
          pageId: searchParams.get('page') ?? undefined,
          only: searchParams.get('only') === 'true',
          now: clock.now(),
          signal: gone,
        });
      const document = await heavyDocuments.run(row.organization_id, print, { signal: gone });
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename*=UTF-8''${encodeFileName(`${title}.pdf`)}`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
        })
        .send(document);
    },
  );
}
