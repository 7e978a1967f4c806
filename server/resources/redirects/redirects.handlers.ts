import type { FastifyRequest } from 'fastify';
import { badValue } from '#server/base/errors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { countOf, countRows, readPage, toEnvelope } from '#server/lists/lists.ts';
import { changeSite, loadSite, recordSiteChange } from '#server/sites/load-site.ts';
import { type RedirectColumns, selectRules, toColumns } from '#server/sites/redirects.queries.ts';
import { indexKey, indexRules, isLoop, type RuleIndex } from '#server/sites/redirects.rules.ts';
import { ownUrl, publishedUrl, type SiteUrlFields } from '#server/sites/sites.rules.ts';
import { readFields, type RedirectFields } from './destinations.ts';
import {
  assertCount,
  insertRedirect,
  requireRedirect,
  selectRedirects,
  updateRedirect,
  upsertRedirects,
} from './redirects.queries.ts';
import {
  assertNoProblems,
  type FieldProblem,
  findProblems,
  type RedirectRow,
  toRedirectView,
} from './redirects.rules.ts';

/** Redirects of a site. */
export const redirectHandlers = {
  async listSiteRedirects(request) {
    const { db, query } = request;
    const { site } = await loadSite(request);
    const redirects = selectRedirects(db, site.id, query.search);
    const page = await readPage(request, {
      scope: {
        operation: 'listSiteRedirects',
        organizationId: site.organization_id,
        filters: [site.id, query.search],
      },
      query: redirects,
      order: [
        { column: 'site_redirects.created_at', direction: 'desc' },
        { column: 'site_redirects.id', direction: 'desc' },
      ],
      keysOf: (row) => [row.created_at, row.id],
      count: () => countRows(redirects),
    });
    const base = baseOf(site, request);
    return toEnvelope(page, (row) => toRedirectView(row, base));
  },

  async createSiteRedirect(request) {
    const { body } = request;
    assertNoProblems(findProblems(body));
    const { result, context } = await changeSite(request, async (trx, site) => {
      const fields = await readFields(trx, site.id, body);
      const { target } = fields;
      if (target === undefined) throw badValue('body.target', 'is required without a destination');
      assertNoProblems(findProblems(fields));
      const status = fields.status ?? (body.destination ? 302 : 301);
      const rules = indexRules(await selectRules(trx, site.id).execute());
      assertCount(rules.size + 1);
      const columns = toColumns(site.id, { ...fields, source: body.source, target, status });
      const created = await insertRedirect(trx, columns);
      assertNoProblems(findLoop(rules, columns));
      await recordSiteChange(trx, request, site, {
        action: 'createSiteRedirect',
        summary: `Redirected “${body.source}” of the site “${site.title}” to “${target}”.`,
        after: body,
      });
      return created;
    });
    return toRedirectView(result, baseOf(context.site, request));
  },

  async updateSiteRedirect(request) {
    const { body, params } = request;
    assertNoProblems(findProblems(body));
    const { result, context } = await changeSite(request, async (trx, site) => {
      const before = await requireRedirect(trx, site.id, params.redirectId);
      const fields = await readFields(trx, site.id, body);
      assertNoProblems(findProblems(fields));
      const { source, target, appendRest, status } = toRedirectView(before, baseOf(site, request));
      const columns = changedColumns(before, fields);
      const rules = await selectRules(trx, site.id).execute();
      const others = indexRules(rules.filter(({ id }) => id !== before.id));
      const updated = await updateRedirect(trx, columns);
      assertNoProblems(findLoop(others, columns));
      await recordSiteChange(trx, request, site, {
        action: 'updateSiteRedirect',
        summary: `Changed the redirect of “${source}” of the site “${site.title}”.`,
        before: { source, target, appendRest, status },
        after: body,
      });
      return updated;
    });
    return toRedirectView(result, baseOf(context.site, request));
  },

  async deleteSiteRedirect(request) {
    await changeSite(request, async (trx, site) => {
      const row = await requireRedirect(trx, site.id, request.params.redirectId);
      await trx.deleteFrom('site_redirects').where('id', '=', row.id).execute();
      const { source, target, appendRest, status } = toRedirectView(row, baseOf(site, request));
      await recordSiteChange(trx, request, site, {
        action: 'deleteSiteRedirect',
        summary: `Deleted the redirect of “${source}” of the site “${site.title}”.`,
        before: { source, target, appendRest, status },
      });
    });
  },

  async importSiteRedirects(request) {
    const { redirects, dryRun = false } = request.body;
    const { result } = await changeSite(request, async (trx, site) => {
      const rules = indexRules(await selectRules(trx, site.id).execute());
      const all = redirects.map((input) => toColumns(site.id, input));
      assertNoProblems(findImportProblems(rules, all));
      const updated = all.filter((columns) => rules.has(indexKey(columns))).length;
      const counts = { created: all.length - updated, updated };
      assertCount(rules.size + counts.created);
      if (dryRun) return counts;
      await upsertRedirects(trx, all);
      await recordSiteChange(trx, request, site, {
        action: 'importSiteRedirects',
        summary: `Imported ${countOf(all.length, 'redirect')} into the site “${site.title}”.`,
        after: counts,
      });
      return counts;
    });
    return result;
  },
} satisfies Handlers<
  | 'listSiteRedirects'
  | 'createSiteRedirect'
  | 'updateSiteRedirect'
  | 'deleteSiteRedirect'
  | 'importSiteRedirects'
>;

/** The columns of a redirect with some fields changed. */
function changedColumns(before: RedirectRow, given: RedirectFields): RedirectColumns {
  const { source, target, appendRest, status } = toRedirectView(before, '/');
  const changed = {
    source: given.source ?? source,
    target: given.target ?? target,
    appendRest: given.appendRest ?? appendRest,
    status: given.status ?? status,
    destination: given.destination === undefined ? before.destination : given.destination,
  };
  return { ...toColumns(before.site_id, changed), id: before.id };
}

/** The URL that the paths of a site lie below. */
const baseOf = (site: SiteUrlFields, { service }: Pick<FastifyRequest, 'service'>): string =>
  publishedUrl(site, service) ?? ownUrl(site, service);

function findLoop(others: RuleIndex, columns: RedirectColumns, path = 'body'): FieldProblem[] {
  const rules = new Map(others).set(indexKey(columns), columns);
  return isLoop(rules, columns) ? [{ path: `${path}.target`, problem: 'leads back to the source' }] : [];
}

/** The problems of all rows of an import, by row. */
function findImportProblems(present: RuleIndex, all: readonly RedirectColumns[]): FieldProblem[] {
  const rules = new Map([...present, ...all.map((columns) => [indexKey(columns), columns] as const)]);
  const first = new Map<string, number>();
  return all.flatMap((columns, row) => {
    const path = `body.redirects[${row}]`;
    const problems = findProblems(columns, path);
    if (problems.length > 0) return problems;
    const earlier = first.get(indexKey(columns));
    if (earlier !== undefined) {
      return [{ path: `${path}.source`, problem: `is the same as in redirect ${earlier + 1}` }];
    }
    first.set(indexKey(columns), row);
    return isLoop(rules, columns) ? [{ path: `${path}.target`, problem: 'leads back to the source' }] : [];
  });
}
