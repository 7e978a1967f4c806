import type { QueryClient } from '@tanstack/react-query';
import {
  getChangeRequestConflictsOptions,
  listChangeRequestLinksOptions,
  listOrganizationChangeRequestsOptions,
  listSitesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { formatCount } from '#src/lib/counts.ts';
import { formatNameList } from '#src/lib/format-name-list.ts';
import type { ChangeRequestPath } from './change-request-labels.ts';

/** What is known before a merge; undefined if a request failed. */
export interface MergeImpact {
  sites: { names: readonly string[]; total: number } | undefined;
  others: number | undefined;
  /** Links that this change request breaks. */
  brokenLinks: number | undefined;
  conflicts: number | undefined;
  comments: number;
}

/** The impact of a merge, one sentence each. */
export function describeMergeImpact({
  sites,
  others,
  brokenLinks,
  conflicts,
  comments,
}: MergeImpact): string[] {
  const sentences: string[] = [];
  if (sites) {
    sentences.push(
      sites.total > 0
        ? `Changes are visible on ${formatCount(sites.total, 'site')}: ${formatNameList(sites.names, sites.total)}.`
        : 'No site uses this space.',
    );
  }
  if (others) {
    const verb = others === 1 ? 'becomes' : 'become';
    sentences.push(`${formatCount(others, 'other open change request')} in this space ${verb} outdated.`);
  }
  if (brokenLinks) sentences.push(`Breaks ${formatCount(brokenLinks, 'link')}.`);
  if (comments > 0) sentences.push(`${formatCount(comments, 'comment is', 'comments are')} still open.`);
  if (conflicts)
    sentences.push(`${formatCount(conflicts, 'page')} with conflicts. Resolve conflicts before you merge.`);
  return sentences;
}

/** Fetches the impact of a merge. Requests that fail are left out instead of blocking the merge. */
export async function mergeImpact(
  queryClient: QueryClient,
  organizationId: string,
  path: ChangeRequestPath,
  space: Space,
  changeRequest: ChangeRequest,
): Promise<string[]> {
  const orUndefined = <Answer>(request: Promise<Answer>): Promise<Answer | undefined> =>
    request.catch(() => undefined);
  const organization = { organizationId };
  const [sites, open, links, conflicts] = await Promise.all([
    orUndefined(
      queryClient.fetchQuery(listSitesOptions({ path: organization, query: { space: space.id, limit: 4 } })),
    ),
    orUndefined(
      queryClient.fetchQuery({
        ...listOrganizationChangeRequestsOptions({
          path: organization,
          query: { space: space.id, status: 'open', limit: 1 },
        }),
        staleTime: 0,
      }),
    ),
    orUndefined(queryClient.fetchQuery(listChangeRequestLinksOptions({ path, query: { limit: 1 } }))),
    orUndefined(queryClient.fetchQuery({ ...getChangeRequestConflictsOptions({ path }), staleTime: 0 })),
  ]);
  return describeMergeImpact({
    sites: sites && { names: sites.items.map(({ title }) => title), total: sites.count },
    others: open && open.count - (changeRequest.status === 'open' ? 1 : 0),
    brokenLinks: links?.stats.broken.changeRequest,
    conflicts: conflicts?.conflicts.length,
    comments: changeRequest.comments,
  });
}
