import { membershipOr404 } from '#server/access/actor.ts';
import { badValue, forbidden, preconditionFailed } from '#server/base/errors.ts';
import { assertIfMatch } from '#server/base/etag.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { getFilesystem, selectSpecs, selectVersions, loadSpec, loadVersion } from './api-specs.queries.ts';
import {
  canViewSpecs,
  requireSpecEditPermission,
  toContentView,
  toSpecView,
  toVersionView,
} from './api-specs.rules.ts';
import { addSpec, validateSource, putSpec, removeSpec } from './spec-changes.ts';

/** Slug pattern of the contract. */
const SLUG = /^(?=.{1,100}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const apiSpecHandlers = {
  async listApiSpecs(request) {
    const { params, actor, db, service } = request;
    const { organizationId } = params;
    const viewer = membershipOr404(actor, organizationId);
    if (!canViewSpecs(viewer)) throw forbidden('Guests cannot see API specifications.');
    const query = selectSpecs(db, organizationId);
    const page = await readPage(request, {
      scope: { operation: 'listApiSpecs', organizationId, filters: [] },
      query,
      order: [
        { column: 'api_specs.created_at', direction: 'desc' },
        { column: 'api_specs.id', direction: 'desc' },
      ],
      count: () => countRows(query),
    });
    return toEnvelope(page, (row) => toSpecView(row, viewer, service));
  },

  async createApiSpec({ params: { organizationId }, body, actor, db, clock, fetcher, service }) {
    const viewer = membershipOr404(actor, organizationId);
    requireSpecEditPermission(viewer);
    validateSource(body.source, fetcher);
    const change = { organizationId, slug: body.slug, actor, now: clock.now() };
    return toSpecView(await addSpec(db, change, body.source), viewer, service);
  },

  async getApiSpec(request) {
    const { spec, viewer } = await loadSpec(request);
    return toSpecView(spec, viewer, request.service);
  },

  async putApiSpec(request) {
    const { params, body, actor, db, clock, fetcher, service } = request;
    const { organizationId, specSlug: slug } = params;
    const viewer = membershipOr404(actor, organizationId);
    requireSpecEditPermission(viewer);
    if (!SLUG.test(slug))
      throw badValue('path.specSlug', 'must consist of lowercase letters and digits, separated by hyphens');
    validateSource(body.source, fetcher);
    const requireVersion = (updatedAt: Date | undefined) => {
      if (updatedAt) assertIfMatch(request, updatedAt);
      else if (request.headers['if-match'] !== undefined) throw preconditionFailed();
    };
    const change = { organizationId, slug, actor, now: clock.now(), requireVersion };
    return toSpecView(await putSpec(db, change, body.source), viewer, service);
  },

  async deleteApiSpec(request) {
    const { viewer } = await loadSpec(request);
    requireSpecEditPermission(viewer);
    const { params, actor, db, clock } = request;
    const { organizationId, specSlug: slug } = params;
    await removeSpec(db, { organizationId, slug, actor, now: clock.now() });
  },

  async listApiSpecVersions(request) {
    const { spec } = await loadSpec(request);
    const query = selectVersions(request.db, spec.id);
    const page = await readPage(request, {
      scope: { operation: 'listApiSpecVersions', filters: [spec.id] },
      query,
      order: [
        { column: 'api_spec_versions.created_at', direction: 'desc' },
        { column: 'api_spec_versions.id', direction: 'desc' },
      ],
      count: () => countRows(query),
    });
    return toEnvelope(page, (row) => toVersionView(spec, row, request.service));
  },

  async getLatestApiSpecVersion(request) {
    const { spec, version } = await loadVersion(request);
    return toVersionView(spec, version, request.service);
  },

  async getLatestApiSpecContent(request) {
    const { spec, version } = await loadVersion(request);
    const filesystem = await getFilesystem(request.db, version.id);
    return toContentView(spec, version.id, filesystem, request.service);
  },

  async getApiSpecVersion(request) {
    const { spec, version } = await loadVersion(request, request.params.versionId);
    return toVersionView(spec, version, request.service);
  },

  async getApiSpecContent(request) {
    const { spec, version } = await loadVersion(request, request.params.versionId);
    const filesystem = await getFilesystem(request.db, version.id);
    return toContentView(spec, version.id, filesystem, request.service);
  },
} satisfies Handlers<
  | 'listApiSpecs'
  | 'createApiSpec'
  | 'getApiSpec'
  | 'putApiSpec'
  | 'deleteApiSpec'
  | 'listApiSpecVersions'
  | 'getLatestApiSpecVersion'
  | 'getLatestApiSpecContent'
  | 'getApiSpecVersion'
  | 'getApiSpecContent'
>;
