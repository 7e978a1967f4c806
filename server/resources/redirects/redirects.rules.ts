import type { SiteRedirect } from '#api/generated/types.gen.ts';
import { badValues } from '#server/base/errors.ts';
import type { Row } from '#server/database/tables/schema.ts';
import { findSourceProblem, findTargetProblem } from '#server/sites/redirects.rules.ts';

export type RedirectRow = Row<'site_redirects'>;

/** The problem of a field; `path` as in `body.source`. */
export interface FieldProblem {
  path: string;
  problem: string;
}

/** The problems of a redirect's texts; undefined ones have none. */
export function findProblems(
  { source, target }: { source?: string | undefined; target?: string | undefined },
  path = 'body',
): FieldProblem[] {
  const ofSource = source === undefined ? null : findSourceProblem(source);
  const ofTarget = target === undefined ? null : findTargetProblem(target);
  return [
    ...(ofSource === null ? [] : [{ path: `${path}.source`, problem: ofSource }]),
    ...(ofTarget === null ? [] : [{ path: `${path}.target`, problem: ofTarget }]),
  ];
}

/** Throws 400 where there are problems. */
export function assertNoProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw badValues(problems);
}

/** `base`: the URL of the site, which a target that is a path lies below. */
export function toRedirectView(row: RedirectRow, base: string): SiteRedirect {
  const url = row.target.startsWith('/') ? base + row.target.slice(1) : row.target;
  return {
    object: 'site-redirect',
    id: row.id,
    source: row.source,
    target: row.target,
    appendRest: row.appends_rest,
    status: row.status === 302 ? 302 : 301,
    destination: row.destination ?? { kind: 'external', url },
    captureWildcard: row.appends_rest,
    permanent: row.status !== 302,
    draft: false,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
