import { type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  getOrganizationMergeRulesQueryKey,
  getSpaceMergeRulesQueryKey,
  listOrganizationMergeStopsInfiniteOptions,
  listSpaceMergeStopsInfiniteOptions,
} from '#api/generated/@tanstack/react-query.gen.ts';
import {
  getOrganizationMergeRules,
  getSpaceMergeRules,
  updateOrganizationMergeRules,
  updateSpaceMergeRules,
} from '#api/generated/sdk.gen.ts';
import type { MergeRules, MergeRulesUpdate } from '#api/generated/types.gen.ts';
import { pageSize } from '#src/api/first-requests.ts';
import { ifOffered } from '#src/api/optional-requests.ts';
import { pagedOptions } from '#src/api/paging.ts';

/** The organization or the space that rules are of. */
export interface RulesScope {
  organizationId: string;
  /** Undefined for the rules of all spaces. */
  spaceId?: string | undefined;
}

/** The rules; null at servers without any. */
export const mergeRulesOf = ({ organizationId, spaceId }: RulesScope) => {
  const ofOrganization = { path: { organizationId } };
  const ofSpace = { path: { spaceId: spaceId ?? '' } };
  const queryKey: QueryKey =
    spaceId === undefined
      ? getOrganizationMergeRulesQueryKey(ofOrganization)
      : getSpaceMergeRulesQueryKey(ofSpace);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<MergeRules | null> => {
      const strict = { signal, throwOnError: true } as const;
      const response =
        spaceId === undefined
          ? getOrganizationMergeRules({ ...ofOrganization, ...strict })
          : getSpaceMergeRules({ ...ofSpace, ...strict });
      return (await ifOffered(response))?.data ?? null;
    },
  });
};

/** The path of the rules, which have an entity tag. */
export const rulesPathOf = ({ organizationId, spaceId }: RulesScope) =>
  spaceId === undefined ? `/v1/orgs/${organizationId}/merge-rules` : `/v1/spaces/${spaceId}/merge-rules`;

export async function saveMergeRules({ organizationId, spaceId }: RulesScope, body: MergeRulesUpdate) {
  const strict = { body, throwOnError: true } as const;
  if (spaceId === undefined)
    return (await updateOrganizationMergeRules({ path: { organizationId }, ...strict })).data;
  return (await updateSpaceMergeRules({ path: { spaceId }, ...strict })).data;
}

const query = { limit: pageSize };

export const organizationStopsOf = (organizationId: string) =>
  pagedOptions(listOrganizationMergeStopsInfiniteOptions({ path: { organizationId }, query }));

export const spaceStopsOf = (spaceId: string) =>
  pagedOptions(listSpaceMergeStopsInfiniteOptions({ path: { spaceId }, query }));
