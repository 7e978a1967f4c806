import type { FastifyRequest } from 'fastify';
import { readAddress } from '../address/reader-address.ts';
import { appearanceOf } from '../visit/appearance.ts';
import { PREVIEW_PREFIX } from '../visit/preview-address.ts';
import { findPreview } from '../visit/preview-visit.ts';
import type { VisitContext } from '../visit/visit.ts';

/** The visit of a preview, whose content the first segment of its address names; undefined where it leads nowhere. */
export async function openPreview(request: FastifyRequest): Promise<VisitContext | undefined> {
  const address = readAddress(request);
  if (!address) return undefined;
  const { names, segments, origin, query } = address;
  const token = names.site;
  const previewed = await findPreview(request, { token, segments });
  if (!previewed) return undefined;
  // The console frames previews without scripts; browsers would report each one as an error.
  const hasScript = request.headers['sec-fetch-dest'] !== 'iframe';
  const { theme, assets } = appearanceOf(request, previewed.site, { hasScript });
  return {
    ...previewed,
    wholeTree: previewed.tree,
    base: `${PREVIEW_PREFIX}${token}/`,
    origin,
    publicUrl: request.service.publicUrl,
    segments,
    query,
    theme: previewed.theme ?? theme,
    assets,
  };
}
