import type { FastifyRequest } from 'fastify';
import type { ContentExport } from '#api/generated/types.gen.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { signedUntil, signUrl } from '#server/base/signed-url.ts';
import { listBookFiles } from '#server/content/source/write-book.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import { type BasePath, loadContent } from '../change-requests/content-base.ts';

type ExportRequest = Pick<FastifyRequest, 'db' | 'actor' | 'service' | 'clock'> & { params: BasePath };

/** The archive is written when it is fetched: the signature covers the revision, which never changes. */
async function exportContent(request: ExportRequest): Promise<ContentExport> {
  const { db, actor, service, clock, params } = request;
  const { base, revision } = await loadContent(request, params);
  const { space, changeRequest } = base;
  const files = listBookFiles({ ...revision, spaceId: space.id }).length;
  const name = changeRequest ? `${space.title} #${changeRequest.number}` : space.title;
  await inTransaction(db, (trx) =>
    recordAudit(trx, {
      organizationId: space.organization_id,
      actor,
      action: changeRequest ? 'exportChangeRequestContent' : 'exportSpaceContent',
      targetKind: changeRequest ? 'change-request' : 'space',
      targetId: changeRequest?.id ?? space.id,
      summary: `Exported the content of “${name}”.`,
      after: { revision: revision.id },
    }),
  );
  const now = clock.now();
  return {
    object: 'content-export',
    revision: revision.id,
    state: 'ready',
    files,
    url: signUrl(service, `/exports/${revision.id}`, now, { space: space.id, name }),
    expiresAt: signedUntil(now).toISOString(),
  };
}

/** The same handlers for spaces and change requests. */
export const contentExportHandlers = {
  exportSpaceContent: exportContent,
  exportChangeRequestContent: exportContent,
} satisfies Handlers<'exportSpaceContent' | 'exportChangeRequestContent'>;
