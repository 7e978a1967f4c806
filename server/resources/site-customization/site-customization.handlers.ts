import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { SiteCustomizationUpdate } from '#api/generated/types.gen.ts';
import { forbidden } from '#server/base/errors.ts';
import { assertIfMatch, laterThan, NEVER } from '#server/base/etag.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { inTransaction } from '#server/database/engine/transaction.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { DRAFT_TTL_MS, findCustomization, keepPictures } from '#server/sites/customization.queries.ts';
import { type StoredCustomization, toStoredPicture } from '#server/sites/customization.ts';
import { changeSite, loadSite, recordSiteChange } from '#server/sites/load-site.ts';
import { canChangeSites } from '#server/sites/sites.rules.ts';
import {
  countOtherPictures,
  saveDraft,
  savePicture,
  updateCustomization,
} from './site-customization.queries.ts';
import {
  applyUpdate,
  assertCustomization,
  assertPictureCount,
  type PictureContext,
  pictureIdsOf,
  readPicture,
  toCustomizationView,
  toPictureView,
} from './site-customization.rules.ts';

/** The look of a site. */
export const siteCustomizationHandlers = {
  async getSiteCustomization(request) {
    const { site } = await loadSite(request);
    const { customization, updatedAt } = await findCustomization(request.db, site.id);
    return toCustomizationView(customization, updatedAt, pictureContext(request));
  },

  async updateSiteCustomization(request) {
    const { body, clock } = request;
    assertCustomization(body);
    const { result } = await changeSite(request, async (trx, site) => {
      const before = await findCustomization(trx, site.id);
      assertIfMatch(request, before.updatedAt ?? NEVER);
      const updatedAt = laterThan(before.updatedAt ?? NEVER, clock.now());
      const customization = await customizationAfter(trx, request, before.customization);
      await updateCustomization(trx, site.id, { customization, updatedAt });
      await recordSiteChange(trx, request, site, {
        action: 'updateSiteCustomization',
        summary: `Changed the look of the site “${site.title}”.`,
        before: pickNamed(before.customization, body),
        after: pickNamed(customization, body),
      });
      return { customization, updatedAt };
    });
    return toCustomizationView(result.customization, result.updatedAt, pictureContext(request));
  },

  async createSiteCustomizationDraft(request) {
    const { actor, body, clock, db } = request;
    assertCustomization(body);
    const { site, viewer } = await loadSite(request);
    if (!viewer || !canChangeSites(viewer)) {
      throw forbidden('You need the role "create" or higher in this organization to change this site.');
    }
    const now = clock.now();
    const id = await inTransaction(db, async (trx) => {
      const saved = await findCustomization(trx, site.id);
      const customization = await customizationAfter(trx, request, saved.customization);
      return saveDraft(trx, { siteId: site.id, userId: actor.user.id, customization, now });
    });
    const expiresAt = new Date(now.getTime() + DRAFT_TTL_MS).toISOString();
    return { object: 'site-customization-draft', id, expiresAt };
  },

  async createSitePicture(request) {
    const picture = readPicture(request.body.data);
    const { result } = await changeSite(request, async (trx, site) => {
      assertPictureCount((await countOtherPictures(trx, site.id, picture.id)) + 1);
      return savePicture(trx, site.id, { ...picture, now: request.clock.now() });
    });
    return toPictureView(result, pictureContext(request));
  },
} satisfies Handlers<
  'getSiteCustomization' | 'updateSiteCustomization' | 'createSiteCustomizationDraft' | 'createSitePicture'
>;

/** The fields of a customization that an update names. */
function pickNamed(customization: StoredCustomization, update: SiteCustomizationUpdate): object {
  return Object.fromEntries(Object.entries(customization).filter(([name]) => name in update));
}

function pictureContext({
  params,
  service,
  clock,
}: Pick<FastifyRequest, 'service' | 'clock'> & { params: { siteId: string } }): PictureContext {
  return { siteId: params.siteId, service, now: clock.now() };
}

async function customizationAfter(
  trx: Transaction<Database>,
  {
    body,
    params,
    clock,
  }: Pick<FastifyRequest, 'clock'> & {
    body: SiteCustomizationUpdate;
    params: { siteId: string };
  },
  before: StoredCustomization,
): Promise<StoredCustomization> {
  const rows = await keepPictures(trx, params.siteId, { ids: pictureIdsOf(body), now: clock.now() });
  const pictures = new Map(rows.map((row) => [row.id, toStoredPicture(row)]));
  return applyUpdate(before, body, pictures);
}
