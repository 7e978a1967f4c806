import { assertIfMatch, laterThan, NEVER } from '#server/base/etag.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { changeSite, loadSite, recordSiteChange } from '#server/sites/load-site.ts';
import { findSegments, writeSegments } from './visitor-segments.queries.ts';
import { assertSegments, toSegmentsView } from './visitor-segments.rules.ts';

/** The segments of a site's visitors. */
export const visitorSegmentHandlers = {
  async getSiteVisitorSegments(request) {
    const { site } = await loadSite(request);
    return toSegmentsView(await findSegments(request.db, site.id));
  },

  async putSiteVisitorSegments(request) {
    const { body, clock } = request;
    assertSegments(body.segments);
    const { result } = await changeSite(request, async (trx, site) => {
      const before = await findSegments(trx, site.id);
      assertIfMatch(request, before.updatedAt ?? NEVER);
      const updatedAt = laterThan(before.updatedAt ?? NEVER, clock.now());
      const stored = { segments: body.segments, updatedAt };
      await writeSegments(trx, site.id, stored);
      await recordSiteChange(trx, request, site, {
        action: 'putSiteVisitorSegments',
        summary: `Changed the visitor segments of the site “${site.title}”.`,
        before: { segments: before.segments },
        after: { segments: stored.segments },
      });
      return stored;
    });
    return toSegmentsView(result);
  },
} satisfies Handlers<'getSiteVisitorSegments' | 'putSiteVisitorSegments'>;
