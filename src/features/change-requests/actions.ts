import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  getChangeRequestConflictsOptions,
  listOrganizationChangeRequestsOptions,
  getSpaceOptions,
  mergeChangeRequestMutation,
  undoMergeMutation,
  updateChangeRequestFromMainMutation,
  updateChangeRequestMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { exportChangeRequestContent, getChangeRequestPdf } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, Space, ChangeRequestTargetStatus } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { sitesOfSpace } from '#src/domain/published/sites-of-space.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { type Check, type CheckSubject, mergeReadinessOf, unmetRules } from './checks.ts';
import { fetchDenialReasons } from './denial-reasons.ts';
import {
  describeConflicts,
  type ChangeRequestPath,
  nameOf,
  isEmpty,
  nothingToMerge,
  type DenialReasons,
  noUndoReason,
} from './labels.ts';
import { toastMerged } from './merged-toast.ts';
import { changeRequestInvalidations, linkStatsOf } from './queries.ts';
import { fetchWarnings } from './readiness.ts';
import { changesOf } from './views/sides.ts';
import { changePreviewLimit } from './views/viewed.ts';

/** The impact of a merge; undefined if a request failed. */
interface MergeImpact {
  sites: { names: readonly string[]; total: number } | undefined;
  others: number | undefined;
  /** Links that this change request breaks. */
  brokenLinks: number | undefined;
  /** What has conflicts, as a sentence without its period. */
  conflicts: string | undefined;
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
  if (conflicts !== undefined) sentences.push(`${conflicts}. Resolve conflicts before you merge.`);
  return sentences;
}

/**
 * Fetches the impact of a merge, without what the warnings already say. Requests that fail are left out instead of
 * blocking the merge.
 */
async function mergeImpact(
  queryClient: QueryClient,
  organizationId: string,
  { path, changeRequest }: Target,
  space: Space,
  warnings: readonly Check[],
): Promise<string[]> {
  const isWarned = (about: CheckSubject) => warnings.some(({ subject }) => subject === about);
  const orUndefined = <Result>(request: Promise<Result>): Promise<Result | undefined> =>
    request.catch(() => undefined);
  const organization = { organizationId };
  const [sites, open, links, conflicts] = await Promise.all([
    orUndefined(queryClient.fetchQuery(sitesOfSpace(queryClient, organizationId, space.id, 4))),
    orUndefined(
      queryClient.fetchQuery({
        ...listOrganizationChangeRequestsOptions({
          path: organization,
          query: { space: space.id, status: 'open', limit: 1 },
        }),
        staleTime: 0,
      }),
    ),
    orUndefined(queryClient.fetchQuery(linkStatsOf(path))),
    orUndefined(queryClient.fetchQuery({ ...getChangeRequestConflictsOptions({ path }), staleTime: 0 })),
  ]);
  return describeMergeImpact({
    sites: sites && { names: sites.items.map(({ title }) => title), total: sites.count },
    others: open && open.count - (changeRequest.status === 'open' ? 1 : 0),
    brokenLinks: isWarned('links') ? 0 : links?.stats.broken.changeRequest,
    conflicts: conflicts && describeConflicts(conflicts),
    comments: isWarned('comments') ? 0 : changeRequest.comments,
  });
}

/** Change requests merged in this tab, as opposed to those that others merge. */
const ownMergeIds = new Set<string>();

export function recordOwnMerge(id: string): void {
  ownMergeIds.add(id);
}

export function wasMergedHere(id: string): boolean {
  return ownMergeIds.has(id);
}

/** A change request and its path. */
export interface Target {
  path: ChangeRequestPath;
  changeRequest: ChangeRequest;
}

const statusLabels: Record<ChangeRequestTargetStatus, string> = {
  archived: 'Archived',
  draft: 'Converted to draft',
  open: 'Opened',
};

/** Asks for confirmation with the impact, then merges. Returns how it ended; undefined if it was not confirmed. */
async function confirmMerge(
  queryClient: QueryClient,
  organizationId: string,
  { target, space }: { target: Target; space: Space },
  merge: () => Promise<{ result: string }>,
): Promise<string | undefined> {
  const { changeRequest } = target;
  const denialReasons = await fetchDenialReasons(queryClient, changeRequest, space);
  const warnings = await fetchWarnings(queryClient, target, denialReasons);
  const canUndo = denialReasons.undo !== noUndoReason;
  const ending = canUndo ? 'You can undo the merge later.' : 'You can’t undo this.';
  let outcome: string | undefined;
  await confirm({
    title: `Merge “${nameOf(changeRequest)}” into ${space.title}?`,
    body: `Its changes are added to the space “${space.title}” immediately. ${ending}`,
    confirmLabel: 'Merge',
    warnings: warnings.map(({ summary }) => summary),
    impact: () => mergeImpact(queryClient, organizationId, target, space, warnings),
    action: async () => {
      outcome = (await merge()).result;
      if (outcome !== 'conflicts') recordOwnMerge(changeRequest.id);
    },
  });
  return outcome;
}

/** Whether the change request is known to have no changes. */
const hasNoChanges = (queryClient: QueryClient, { path }: Target) =>
  queryClient
    .fetchQuery({ ...changesOf(path, changePreviewLimit), staleTime: 0, retry: false })
    .then(isEmpty, () => false);

export const showConflicts = (word: string, resolve: () => void) =>
  toast(`${word}: the content conflicts with the space`, {
    tone: 'error',
    durationMs: Infinity,
    id: 'conflicts',
    detail: 'No changes were saved.',
    action: { label: 'Resolve conflicts', run: resolve },
  });

/** Shows a failure. Resolves to whether there was none. */
async function guarded(act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    toastFailure(error);
    return false;
  }
}

const rejectAction = (reason: string) => toast(reason, { tone: 'error', id: 'denied', durationMs: 6000 });

/** The rules that prevent a merge, as sentences. The server checks them again, so a failure does not prevent it. */
const fetchUnmetRules = (queryClient: QueryClient, { path }: Target): Promise<string[]> =>
  queryClient.fetchQuery({ ...mergeReadinessOf(path), staleTime: 0, retry: false }).then(
    (readiness) => (readiness ? unmetRules(readiness) : []),
    () => [],
  );

/** Gives the space if an action is allowed; otherwise shows the reason and gives null. */
function useAllowed() {
  const queryClient = useQueryClient();
  return async ({ path, changeRequest }: Target, right: keyof DenialReasons): Promise<Space | null> => {
    const space = await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId: path.spaceId } }));
    const denialReason = (await fetchDenialReasons(queryClient, changeRequest, space))[right];
    if (denialReason === undefined) return space;
    rejectAction(denialReason);
    return null;
  };
}

/** Changes of the status and the subject, which can be undone. */
function useUndoableChanges(organizationId: string) {
  const allowed = useAllowed();
  const change = useApiMutation(updateChangeRequestMutation(), {
    invalidates: changeRequestInvalidations,
    // Runs one after another: archiving right after another update would otherwise be rejected as stale.
    scope: { id: `change-requests:${organizationId}` },
  });

  const changeStatus = async ({ path, changeRequest }: Target, status: ChangeRequestTargetStatus) => {
    const before = changeRequest.status;
    await change.mutateAsync({ path, body: { status } });
    const label = `${statusLabels[status]} “${nameOf(changeRequest)}”`;
    if (before === 'merged') toast(label);
    else
      recordUndoable({
        label,
        undo: () => change.mutateAsync({ path, body: { status: before } }),
        redo: () => change.mutateAsync({ path, body: { status } }),
      });
  };

  return {
    /** Archives, opens or converts to draft. */
    setStatus: (target: Target, status: ChangeRequestTargetStatus) =>
      guarded(async () => {
        const before = target.changeRequest.status;
        if (before === status) return false;
        if (!(await allowed(target, before === 'archived' ? 'reopen' : 'edit'))) return false;
        await changeStatus(target, status);
        return true;
      }),

    /** Opens a draft. Rejects if the server rejects it, so that the form shows the error. */
    open: (target: Target) => changeStatus(target, 'open'),

    /** Rejects if the server rejects it, so that the form shows the error. */
    rename: async ({ path }: Target, subject: string, before: string) => {
      if (subject === before) return;
      await change.mutateAsync({ path, body: { subject } });
      recordUndoable({
        label: `Renamed change request to “${subject}”`,
        undo: () => change.mutateAsync({ path, body: { subject: before } }),
        redo: () => change.mutateAsync({ path, body: { subject } }),
      });
    },
  };
}

/** Opens the screens that a merge leads to. */
export function useMergeNavigation(organizationId: string) {
  const router = useRouter();

  const openOverview = (spaceId: string, changeRequest: string) =>
    router.navigate({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
      params: { organizationId, spaceId, changeRequest },
    });

  return {
    openOverview,

    openConflicts: ({ path }: Target) =>
      void router.navigate({
        to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/conflicts',
        params: { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId },
      }),

    /** Leads from the tabs that a merge closes, such as the editor, to the overview, which says where the changes are now. */
    leaveEditing: ({ path: { spaceId, changeRequestId } }: Target) => {
      if (router.state.location.pathname.includes(`/spaces/${spaceId}/changes/${changeRequestId}/`))
        void openOverview(spaceId, changeRequestId);
    },
  };
}

/** Moves changes between a change request and its space. */
function useMerging(organizationId: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const allowed = useAllowed();
  const { openOverview, openConflicts, leaveEditing } = useMergeNavigation(organizationId);
  const update = useApiMutation(updateChangeRequestFromMainMutation(), {
    invalidates: changeRequestInvalidations,
  });
  const undo = useApiMutation(undoMergeMutation(), { invalidates: changeRequestInvalidations });
  const merge = useApiMutation(mergeChangeRequestMutation(), { invalidates: changeRequestInvalidations });

  /** Creates a change request that takes the changes of a merged one back, and opens it. */
  const undoMerge = (target: Target) =>
    guarded(async () => {
      const { spaceId } = target.path;
      if (!(await allowed(target, 'undo'))) return false;
      const { number } = await undo.mutateAsync({ path: target.path });
      await openOverview(spaceId, String(number));
      const detail = 'The space changes when you merge it.';
      toast(`Created a change request that undoes “${nameOf(target.changeRequest)}”`, { detail });
      return true;
    });

  return {
    undoMerge,

    /** Updates from the space. */
    update: (target: Target) =>
      guarded(async () => {
        const space = await allowed(target, 'edit');
        if (!space) return false;
        if (!target.changeRequest.outdated) {
          toast('Already up to date', { id: 'up-to-date' });
          return false;
        }
        const { result } = await update.mutateAsync({ path: target.path });
        if (result === 'conflicts') showConflicts('Not updated', () => openConflicts(target));
        else toast(`Updated “${nameOf(target.changeRequest)}” from ${space.title}`);
        return result !== 'conflicts';
      }),

    /** Asks for confirmation with the impact, then merges. */
    merge: (target: Target) =>
      guarded(async () => {
        const space = await allowed(target, 'merge');
        if (!space) return false;
        const [isUnchanged, unmet] = await Promise.all([
          hasNoChanges(queryClient, target),
          fetchUnmetRules(queryClient, target),
        ]);
        if (isUnchanged || unmet.length > 0) {
          rejectAction(isUnchanged ? nothingToMerge : `The merge rules are not met. ${unmet.join(' ')}`);
          return false;
        }
        const outcome = await confirmMerge(queryClient, organizationId, { target, space }, () =>
          merge.mutateAsync({ path: target.path }),
        );
        if (outcome === undefined) return false;
        if (outcome === 'conflicts') {
          showConflicts('Not merged', () => openConflicts(target));
          return false;
        }
        leaveEditing(target);
        await toastMerged({ queryClient, router, organizationId, target, space, undo: undoMerge });
        return true;
      }),
  };
}

/** Actions on change requests. Each shows why it is denied or why it failed, and resolves to whether it succeeded. */
export function useChangeRequestActions(organizationId: string) {
  const allowed = useAllowed();
  return {
    ...useUndoableChanges(organizationId),
    ...useMerging(organizationId),

    /** Whether the user may review it; shows the reason if not. */
    mayReview: async (target: Target) => (await allowed(target, 'review')) !== null,

    /** Opens the PDF in a new tab. */
    print: ({ path }: Target) =>
      guarded(async () => {
        const { data } = await getChangeRequestPdf({ path, throwOnError: true });
        window.open(data.url, '_blank', 'noopener');
        return true;
      }),

    /** Downloads its pages and files as an archive. */
    exportFiles: ({ path }: Target) =>
      guarded(async () => {
        const { data } = await exportChangeRequestContent({ path, throwOnError: true });
        location.assign(data.url);
        return true;
      }),
  };
}

export type ChangeRequestActions = ReturnType<typeof useChangeRequestActions>;
