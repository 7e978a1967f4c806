import { useQueryClient } from '@tanstack/react-query';
import { updateCachedLists } from '#src/api/cached-lists.ts';
import {
  deleteApiSpecMutation,
  getApiSpecQueryKey,
  listApiSpecVersionsOptions,
  putApiSpecMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { ApiSpec } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { confirmDeletion } from '#src/components/confirm/confirm-deletion.ts';
import { permissionReasons } from '#src/components/permission/permission-reasons.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/counts.ts';
import { specInvalidations } from './spec-invalidations.ts';
import { isProcessing } from './spec-state.ts';
import { findUses, type SpecUses, describeUses } from './spec-uses.ts';

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
      updateCachedLists<ApiSpec>(queryClient, list, (one) => (one.id === changed.id ? changed : one));
    },
    onError: (error) => toastFailure(error),
  });
  const remove = useApiMutation(deleteApiSpecMutation(), {
    invalidates: [],
    onSuccess: (_, { path: { specSlug } }) =>
      updateCachedLists<ApiSpec>(queryClient, list, (one) => (one.slug === specSlug ? null : one)),
  });

  return {
    recheck(spec: ApiSpec): void {
      if (spec.sourceURL !== undefined)
        put.mutate({ path: pathOf(spec), body: { source: { url: spec.sourceURL } } });
    },
    /** @returns whether it was deleted */
    askToDelete(spec: ApiSpec): Promise<boolean> {
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
