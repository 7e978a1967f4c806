import type { QueryClient } from '@tanstack/react-query';
import {
  getChangeRequestConflictsOptions,
  listChangeRequestLinksOptions,
  listOrganizationChangeRequestsOptions,
  listSitesOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { countOf } from '#src/lib/counts.ts';
import { nameSome } from '#src/lib/name-some.ts';
import type { ChangeRequestPath } from './change-request-words.ts';

/** What is known before a merge; what could not be found out is undefined. */
export interface MergeFacts {
  /** Sites that show the space. */
  sites: { names: readonly string[]; total: number } | undefined;
  /** Other open change requests of the space. */
  others: number | undefined;
  /** Links that this one breaks. */
  brokenLinks: number | undefined;
  conflicts: number | undefined;
  comments: number;
}

/** What else happens with a merge, one sentence each. */
export function mergeSentences({ sites, others, brokenLinks, conflicts, comments }: MergeFacts): string[] {
  const says: string[] = [];
  if (sites) {
    says.push(
      sites.total > 0
        ? `Changes are visible on ${countOf(sites.total, 'site')}: ${nameSome(sites.names, sites.total)}.`
        : 'No site uses this space.',
    );
  }
  if (others) {
    const verb = others === 1 ? 'becomes' : 'become';
    says.push(`${countOf(others, 'other open change request')} in this space ${verb} outdated.`);
  }
  if (brokenLinks) says.push(`Breaks ${countOf(brokenLinks, 'link')}.`);
  if (comments > 0) says.push(`${countOf(comments, 'comment is', 'comments are')} still open.`);
  if (conflicts)
    says.push(`${countOf(conflicts, 'page')} with conflicts. Resolve conflicts before you merge.`);
  return says;
}

/** Finds out what a merge would do. A question that fails is left out rather than in the way. */
export async function mergeImpact(
  queryClient: QueryClient,
  organizationId: string,
  path: ChangeRequestPath,
  space: Space,
  changeRequest: ChangeRequest,
): Promise<string[]> {
  const ask = <Answer>(question: Promise<Answer>): Promise<Answer | undefined> =>
    question.catch(() => undefined);
  const organization = { organizationId };
  const [sites, open, links, conflicts] = await Promise.all([
    ask(
      queryClient.fetchQuery(listSitesOptions({ path: organization, query: { space: space.id, limit: 4 } })),
    ),
    ask(
      queryClient.fetchQuery({
        ...listOrganizationChangeRequestsOptions({
          path: organization,
          query: { space: space.id, status: 'open', limit: 1 },
        }),
        staleTime: 0,
      }),
    ),
    ask(queryClient.fetchQuery(listChangeRequestLinksOptions({ path, query: { limit: 1 } }))),
    ask(queryClient.fetchQuery({ ...getChangeRequestConflictsOptions({ path }), staleTime: 0 })),
  ]);
  return mergeSentences({
    sites: sites && { names: sites.items.map(({ title }) => title), total: sites.count },
    others: open && open.count - (changeRequest.status === 'open' ? 1 : 0),
    brokenLinks: links?.stats.broken.changeRequest,
    conflicts: conflicts?.conflicts.length,
    comments: changeRequest.comments,
  });
}
