import { type Membership, membershipOr404 } from '#server/access/actor.ts';
import type { OperationRequest } from '#server/contract.ts';
import { forbidden, notFound } from '#server/errors.ts';
import { canEditSpecs, canViewSpecs } from './api-specs.policy.ts';
import {
  type ApiSpecRow,
  type ApiSpecVersionRow,
  findLatestVersion,
  findSpec,
  findVersion,
} from './api-specs.queries.ts';

/** A request below `…/openapi/{specSlug}`. */
export type SpecRequest = Pick<OperationRequest<'getApiSpec'>, 'actor' | 'db' | 'params'>;

/** Throws 403. */
export function requireSpecEditPermission(viewer: Membership): void {
  if (!canEditSpecs(viewer))
    throw forbidden('You need the role "create" in this organization to change API specifications.');
}

/** The specification of the path and the caller's membership; 404 where the caller may not see it. */
export async function loadSpec({
  actor,
  db,
  params: { organizationId, specSlug },
}: SpecRequest): Promise<{ spec: ApiSpecRow; viewer: Membership }> {
  const viewer = membershipOr404(actor, organizationId);
  const spec = canViewSpecs(viewer) ? await findSpec(db, organizationId, specSlug) : undefined;
  if (!spec) throw notFound('API specification');
  return { spec, viewer };
}

/** A version of the specification; the latest where no id is given. */
export async function loadVersion(
  request: SpecRequest,
  versionId?: string,
): Promise<{ spec: ApiSpecRow; version: ApiSpecVersionRow }> {
  const { spec } = await loadSpec(request);
  const version =
    versionId === undefined
      ? await findLatestVersion(request.db, spec.id)
      : await findVersion(request.db, spec.id, versionId);
  if (!version) throw notFound('version of the API specification');
  return { spec, version };
}
