import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  deleteApiSpecMutation,
  getApiSpecQueryKey,
  listApiSpecVersionsOptions,
  putApiSpecMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { listSpacePages } from '#api/generated/sdk.gen.ts';
import type { Page, ApiSpec } from '#api/generated/types.gen.ts';
import { fetchAllSpaces } from '#src/api/all-spaces.ts';
import { updateCachedLists, useApiMutation } from '#src/api/queries.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { permissionReasons } from '#src/domain/permission/permissions.ts';
import { mapLimit } from '#src/lib/arrays.ts';
import { formatCount, formatNumber, formatNameList } from '#src/lib/text/format.ts';
import { specInvalidations, isProcessing } from './queries.ts';

/** Limit of spaces checked; each needs one request. */
const maxSpaces = 200;

/** Pages generated from a specification. */
interface SpecUses {
  /** Page titles, each with its space. */
  pages: readonly string[];
  /** Spaces checked, and in total. */
  checked: number;
  total: number;
}

/** Titles of the pages in a tree that use a specification. */
export function pageTitlesUsing(slug: string, pages: readonly Page[]): string[] {
  return pages.flatMap((page) => [
    ...(page.computed?.dependencies?.spec?.ref.spec === slug ? [page.title] : []),
    ...pageTitlesUsing(slug, page.pages ?? []),
  ]);
}

/** Searches the pages of visible spaces; spaces that fail are skipped. */
async function findUses(queryClient: QueryClient, organizationId: string, slug: string): Promise<SpecUses> {
  const spaces = await fetchAllSpaces(queryClient, organizationId);
  const query = { metadata: false, computed: false };
  const usages = await mapLimit(spaces.slice(0, maxSpaces), 6, async ({ id, title }) => {
    const { data } = await listSpacePages({ path: { spaceId: id }, query });
    return data && pageTitlesUsing(slug, data.pages).map((page) => `${title}: ${page}`);
  });
  const loaded = usages.filter((titles) => titles !== undefined);
  return { pages: loaded.flat(), checked: loaded.length, total: spaces.length };
}

/** Impact on pages that use a specification, one sentence each. */
function describeUses({ pages, checked, total }: SpecUses): string[] {
  const coverage = `Checked ${formatNumber(checked)} of ${formatCount(total, 'space')}.`;
  if (pages.length === 0) return [`Not used on any page. ${coverage}`];
  const pageNames = formatNameList(pages, pages.length);
  return [`Removes its operations from ${formatCount(pages.length, 'page')}: ${pageNames}.`, coverage];
}

/** After this, processing counts as stuck and can be requested again. */
const recheckDelayMs = 2 * 60_000;

/** Why a specification can't be checked again now; undefined if it can. */
export function recheckDenialReason(spec: ApiSpec, now = Date.now()): string | undefined {
  if (!spec.permissions.edit) return permissionReasons.creator;
  if (spec.sourceURL === undefined)
    return 'Uploaded specifications have no URL to check. Change the source instead.';
  const isRecent = now - Date.parse(spec.updatedAt) < recheckDelayMs;
  return isProcessing(spec) && isRecent ? 'Already processing.' : undefined;
}

/**
 * Impact of deleting a specification, one sentence each.
 *
 * @param versions number of versions
 */
export function describeSpecDeletion(versions: number, uses: SpecUses): string[] {
  return [
    versions === 0 ? 'No versions yet.' : `Also deletes ${formatCount(versions, 'version')}.`,
    ...describeUses(uses),
  ];
}

/** Actions on specifications: check for updates, and delete after a confirmation. */
export function useSpecActions(organizationId: string) {
  const queryClient = useQueryClient();
  const list = { operation: 'listApiSpecs', path: { organizationId } } as const;
  const pathOf = ({ slug }: ApiSpec) => ({ organizationId, specSlug: slug });

  const put = useApiMutation(putApiSpecMutation(), {
    invalidates: specInvalidations(organizationId),
    onSuccess: (changed) => {
      queryClient.setQueryData(getApiSpecQueryKey({ path: pathOf(changed) }), changed);
      updateCachedLists<ApiSpec>(queryClient, list, (item) => (item.id === changed.id ? changed : item));
    },
    onError: (error) => toastFailure(error),
  });
  const remove = useApiMutation(deleteApiSpecMutation(), {
    invalidates: [],
    onSuccess: (_, { path: { specSlug } }) =>
      updateCachedLists<ApiSpec>(queryClient, list, (item) => (item.slug === specSlug ? null : item)),
  });

  return {
    recheck(spec: ApiSpec): void {
      if (spec.sourceURL !== undefined)
        put.mutate({ path: pathOf(spec), body: { source: { url: spec.sourceURL } } });
    },
    /** @returns whether it was deleted */
    deleteSpec(spec: ApiSpec): Promise<boolean> {
      const path = pathOf(spec);
      return confirmDeletion({
        kind: 'API specification',
        name: spec.slug,
        confirmLabel: 'Delete specification',
        typeToConfirm: spec.slug,
        impact: async () => {
          const options = listApiSpecVersionsOptions({ path, query: { limit: 1 } });
          const [{ count, items }, uses] = await Promise.all([
            queryClient.fetchQuery({ ...options, staleTime: 0 }),
            findUses(queryClient, organizationId, spec.slug),
          ]);
          return describeSpecDeletion(count ?? items.length, uses);
        },
        action: () => remove.mutateAsync({ path }),
      });
    },
  };
}
