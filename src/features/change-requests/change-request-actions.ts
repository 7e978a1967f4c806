/** Actions on a change request, shared by its page and the inbox. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  getSpaceOptions,
  mergeChangeRequestMutation,
  updateChangeRequestFromMainMutation,
  updateChangeRequestMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import { getChangeRequestPdf } from '#api/generated/sdk.gen.ts';
import type { ChangeRequest, ChangeRequestTargetStatus, Space } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { currentUser } from '#src/api/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { changeRequestInvalidations } from './change-request-query.ts';
import { type ChangeRequestPath, nameOf } from './change-request-labels.ts';
import { mergeImpact } from './merge-impact.ts';
import { recordOwnMerge } from './own-merges.ts';
import { isEmpty, nothingToMerge, type DenialReasons, denialReasonsOf } from './denial-reasons.ts';
import { changesOf } from './views/sides.ts';
import { changePreviewLimit } from './views/use-unviewed-pages.ts';

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

/** Actions on change requests. Each shows why it is denied or why it failed, and resolves to whether it succeeded. */
export function useChangeRequestActions(organizationId: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const change = useApiMutation(updateChangeRequestMutation(), {
    invalidates: changeRequestInvalidations,
    // Runs one after another: archiving right after another update would otherwise be rejected as stale.
    scope: { id: `change-requests:${organizationId}` },
  });
  const update = useApiMutation(updateChangeRequestFromMainMutation(), {
    invalidates: changeRequestInvalidations,
  });
  const merge = useApiMutation(mergeChangeRequestMutation(), { invalidates: changeRequestInvalidations });

  const rejectAction = (reason: string) => toast(reason, { tone: 'failed', id: 'refused', durationMs: 6000 });

  /** The space if the action is allowed; otherwise shows the reason and returns null. */
  const allowed = async (
    { path, changeRequest }: Target,
    right: keyof DenialReasons,
  ): Promise<Space | null> => {
    const space = await queryClient.ensureQueryData(getSpaceOptions({ path: { spaceId: path.spaceId } }));
    const refusal = denialReasonsOf(changeRequest, space.permissions, currentUser()?.id)[right];
    if (refusal === undefined) return space;
    rejectAction(refusal);
    return null;
  };

  /** Whether the change request is known to have no changes. */
  const hasNoChanges = ({ path }: Target) =>
    queryClient
      .fetchQuery({ ...changesOf(path, changePreviewLimit), staleTime: 0, retry: false })
      .then(isEmpty, () => false);

  const openConflicts = ({ path }: Target) =>
    void router.navigate({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/conflicts',
      params: { organizationId, spaceId: path.spaceId, changeRequest: path.changeRequestId },
    });

  const showConflicts = (target: Target, word: string) =>
    toast(`${word}: pages conflict with the space`, {
      tone: 'failed',
      durationMs: Infinity,
      id: 'conflicts',
      detail: 'No changes were saved.',
      action: { label: 'Resolve conflicts', run: () => openConflicts(target) },
    });

  const guarded = async (act: () => Promise<boolean>): Promise<boolean> => {
    try {
      return await act();
    } catch (error) {
      toastFailure(error);
      return false;
    }
  };

  return {
    /** Archives, opens or converts to draft. Can be undone. */
    setStatus: (target: Target, status: ChangeRequestTargetStatus) =>
      guarded(async () => {
        const { path, changeRequest } = target;
        const before = changeRequest.status;
        if (before === status) return false;
        if (!(await allowed(target, before === 'archived' ? 'reopen' : 'edit'))) return false;
        await change.mutateAsync({ path, body: { status } });
        const label = `${statusLabels[status]} “${nameOf(changeRequest)}”`;
        if (before === 'merged') toast(label);
        else
          recordUndoable({
            label,
            undo: () => change.mutateAsync({ path, body: { status: before } }),
            redo: () => change.mutateAsync({ path, body: { status } }),
          });
        return true;
      }),

    /** Renames. Can be undone. Rejects if the server rejects it, so that the form shows the error. */
    rename: async ({ path }: Target, subject: string, before: string) => {
      if (subject === before) return;
      await change.mutateAsync({ path, body: { subject } });
      recordUndoable({
        label: `Renamed change request to “${subject}”`,
        undo: () => change.mutateAsync({ path, body: { subject: before } }),
        redo: () => change.mutateAsync({ path, body: { subject } }),
      });
    },

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
        if (result === 'conflicts') showConflicts(target, 'Not updated');
        else toast(`Updated “${nameOf(target.changeRequest)}” from ${space.title}`);
        return result !== 'conflicts';
      }),

    /** Asks for confirmation with the impact, then merges. */
    merge: (target: Target) =>
      guarded(async () => {
        const { path, changeRequest } = target;
        const space = await allowed(target, 'merge');
        if (!space) return false;
        if (await hasNoChanges(target)) {
          rejectAction(nothingToMerge);
          return false;
        }
        let outcome: string | undefined;
        const agreed = await confirm({
          title: `Merge “${nameOf(changeRequest)}” into ${space.title}?`,
          body: `Its changes are added to the space “${space.title}” immediately. You can’t undo this.`,
          confirmLabel: 'Merge',
          impact: () => mergeImpact(queryClient, organizationId, path, space, changeRequest),
          action: async () => {
            outcome = (await merge.mutateAsync({ path })).result;
            if (outcome !== 'conflicts') recordOwnMerge(changeRequest.id);
          },
        });
        if (!agreed) return false;
        if (outcome === 'conflicts') showConflicts(target, 'Not merged');
        else toast(`Merged “${nameOf(changeRequest)}” into ${space.title}`);
        return outcome !== 'conflicts';
      }),

    /** Whether the user may review it; shows the reason if not. */
    mayReview: async (target: Target) => (await allowed(target, 'review')) !== null,

    /** Opens the PDF in a new tab. */
    print: ({ path }: Target) =>
      guarded(async () => {
        const { data } = await getChangeRequestPdf({ path, throwOnError: true });
        window.open(data.url, '_blank', 'noopener');
        return true;
      }),
  };
}

/** What `useChangeRequestActions` gives. */
export type ChangeRequestActions = ReturnType<typeof useChangeRequestActions>;
