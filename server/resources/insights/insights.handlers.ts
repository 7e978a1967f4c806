import type { FastifyRequest } from 'fastify';
import type { Handlers } from '#server/contract/contract.ts';
import { DEFAULT_INSIGHT_MONTHS } from '#server/insights/keep-figures.ts';
import { changeSite, loadChangeableSite, manageSite, recordSiteChange } from '#server/sites/load-site.ts';
import {
  addPages,
  answerQuestion,
  type CountedAndAsked,
  deleteFigures,
  loadSettings,
  saveSettings,
} from './insights.queries.ts';
import { daysOf, readQuestion } from './insights.rules.ts';

/** What readers of a site do, in numbers. */
export const insightHandlers = {
  async aggregateSiteEvents(request) {
    const { db, body, clock, server } = request;
    const { site, viewer } = await loadChangeableSite(request);
    const question = readQuestion(body);
    const days = daysOf(body.range, clock.now());
    // What this server has counted in the last seconds; others write theirs by themselves.
    await server.siteFigures?.flush();
    const scope = { siteId: site.id, ...days, limit: body.limit ?? 100 };
    const rows = await answerQuestion(db, question, scope);
    const answer =
      question.withPages && viewer ? await addPages(db, { member: viewer, siteId: site.id }, rows) : rows;
    const columns = body.select.map(({ column }) => ({
      column,
      values: answer.map((row) => row[column] ?? null),
    }));
    return { columns };
  },

  async getSiteInsightsSettings(request) {
    const { site } = await loadChangeableSite(request);
    return toSettings(request, await loadSettings(request.db, site.id));
  },

  async putSiteInsightsSettings(request) {
    const { result } = await changeSite(request, async (trx, site) => {
      const before = await loadSettings(trx, site.id);
      const after = { ...before, ...request.body };
      await saveSettings(trx, site.id, after);
      await recordSiteChange(trx, request, site, {
        action: 'putSiteInsightsSettings',
        summary: `Changed what the site “${site.title}” counts and asks.`,
        before,
        after,
      });
      return after;
    });
    return toSettings(request, result);
  },

  async deleteSiteInsights(request) {
    await manageSite(request, async (trx, site) => {
      await recordSiteChange(trx, request, site, {
        action: 'deleteSiteInsights',
        summary: `Deleted the figures of the site “${site.title}”.`,
      });
    });
    await request.server.siteFigures?.flush();
    await deleteFigures(request.db, request.params.siteId);
  },
} satisfies Handlers<
  'aggregateSiteEvents' | 'getSiteInsightsSettings' | 'putSiteInsightsSettings' | 'deleteSiteInsights'
>;

function toSettings({ server }: Pick<FastifyRequest, 'server'>, settings: CountedAndAsked) {
  return {
    object: 'site-insights-settings' as const,
    ...settings,
    canCheckLinks: server.asksLinks,
    isAvailable: server.siteFigures !== undefined,
    months: server.siteFigures?.months ?? DEFAULT_INSIGHT_MONTHS,
  };
}
