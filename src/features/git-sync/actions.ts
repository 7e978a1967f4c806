import {
  disconnectSpaceGitMutation,
  rotateSpaceGitWebhookMutation,
  syncSpaceGitMutation,
  updateSpaceGitMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { GitConnection, GitConnectionUpdate } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { connectionQueries } from './queries.ts';

/** Asks for a sync, and says that it begins. */
export function useSyncNow(spaceId: string) {
  const { mutateAsync, isPending } = useApiMutation(syncSpaceGitMutation(), {
    invalidates: connectionQueries(spaceId),
  });
  const sync = async (): Promise<void> => {
    try {
      await mutateAsync({ path: { spaceId } });
      toast('Sync requested');
    } catch (error) {
      toastFailure(error, () => void sync());
    }
  };
  return { sync, isPending };
}

/** Pauses a connection, lets it go on, or accepts a rewritten branch. */
export function useConnectionUpdate(spaceId: string) {
  const { mutateAsync, isPending } = useApiMutation(updateSpaceGitMutation(), {
    invalidates: connectionQueries(spaceId),
  });
  const update = async (body: GitConnectionUpdate, done: string): Promise<void> => {
    try {
      await mutateAsync({ path: { spaceId }, body });
      toast(done);
    } catch (error) {
      toastFailure(error, () => void update(body, done));
    }
  };
  const setPaused = (paused: boolean) => update({ paused }, paused ? 'Sync paused' : 'Sync resumed');
  const acceptRewrite = async ({ branch, rewrittenTo }: GitConnection): Promise<void> => {
    if (rewrittenTo === undefined) return;
    const isAccepted = await confirm({
      title: `Take over the rewritten branch “${branch}”?`,
      body: `The space gets the text of commit ${shortCommit(rewrittenTo)}. What it has now stays in its history, and changes that are not in the repository yet are merged.`,
      confirmLabel: 'Take over',
      action: () => mutateAsync({ path: { spaceId }, body: { acceptedRewrite: rewrittenTo } }),
    });
    if (isAccepted) toast('Sync requested');
  };
  return { setPaused, acceptRewrite, isPending };
}

/** Disconnects a space after a confirmation. */
export function useDisconnect(spaceId: string): (connection: GitConnection) => Promise<void> {
  const { mutateAsync } = useApiMutation(disconnectSpaceGitMutation(), {
    // The connection itself is there no longer.
    invalidates: [{ operation: 'getSpace', path: { spaceId } }],
  });
  return async ({ url }) => {
    const isDisconnected = await confirm({
      title: 'Disconnect the repository?',
      body: `Nothing is lost: the space keeps its pages and history, and ${url} keeps its files and commits. They change independently from then on.`,
      confirmLabel: 'Disconnect',
      tone: 'danger',
      impact: () =>
        Promise.resolve(['The token and the webhook’s secret are deleted.', 'The list of syncs is deleted.']),
      action: () => mutateAsync({ path: { spaceId } }),
    });
    if (isDisconnected) toast('Repository disconnected');
  };
}

/** Replaces the secret of a space's webhook. */
export function useWebhookRotation(spaceId: string): () => Promise<void> {
  const { mutateAsync } = useApiMutation(rotateSpaceGitWebhookMutation(), {
    invalidates: [{ operation: 'getSpaceGitWebhook', path: { spaceId } }],
  });
  return () => confirmRotation(() => mutateAsync({ path: { spaceId } }));
}

/** Replaces the secret of a webhook after a confirmation. */
export async function confirmRotation(action: () => Promise<unknown>): Promise<void> {
  const isRotated = await confirm({
    title: 'Replace the secret?',
    body: 'Enter the new one at the repository’s host. Until then its webhooks are refused, and syncs begin within two minutes instead of at once.',
    confirmLabel: 'Replace secret',
    tone: 'danger',
    action,
  });
  if (isRotated) toast('Secret replaced');
}
