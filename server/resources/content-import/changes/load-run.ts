import type { FastifyRequest } from 'fastify';
import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import { notFound } from '#server/base/errors.ts';
import { isRunVisible, selectRuns } from '../import-runs.queries.ts';

/** A request that names a run. */
export type RunRequest = Pick<FastifyRequest, 'db' | 'actor'> & {
  params: { organizationId: string; importId: string };
};

/** 404 where the caller may not see it. */
export async function loadRun({ db, actor, params }: RunRequest) {
  const viewer: Membership = membershipOr404(actor, params.organizationId);
  const run = await selectRuns(db, params.organizationId)
    .where('content_imports.id', '=', params.importId)
    .where(isRunVisible(viewer))
    .executeTakeFirst();
  if (!run) throw notFound('import');
  return { run, viewer };
}
