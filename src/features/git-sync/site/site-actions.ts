import {
  disconnectSiteGitMutation,
  rotateSiteGitWebhookMutation,
  syncSiteGitMutation,
  updateSiteGitMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteGitConnection, SiteGitConnectionUpdate } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { shortCommit } from '#src/domain/commits/short-commit.ts';
import { confirmRotation } from '../actions.ts';
import { siteConnectionQueries, type SitePath } from './site-queries.ts';

/** Asks for a sync, and says that it begins. */
export function useSiteSync(path: SitePath) {
  const { mutateAsync, isPending } = useApiMutation(syncSiteGitMutation(), {
    invalidates: siteConnectionQueries(path),
  });
  const sync = async (): Promise<void> => {
    try {
      await mutateAsync({ path });
      toast('Sync requested');
    } catch (error) {
      toastFailure(error, () => void sync());
    }
  };
  return { sync, isPending };
}

/** Pauses a connection or lets it go on, and decides on what waits. */
export function useSiteConnectionUpdate(path: SitePath) {
  const { mutateAsync, isPending } = useApiMutation(updateSiteGitMutation(), {
    invalidates: siteConnectionQueries(path),
  });
  const send = (body: SiteGitConnectionUpdate) => mutateAsync({ path, body });
  const setPaused = async (paused: boolean): Promise<void> => {
    try {
      await send({ paused });
      toast(paused ? 'Sync paused' : 'Sync resumed');
    } catch (error) {
      toastFailure(error, () => void setPaused(paused));
    }
  };
  const takeOver = async ({ waitingCommit = '' }: SiteGitConnection): Promise<void> => {
    const isTaken = await confirm({
      title: `Take over commit ${shortCommit(waitingCommit)}?`,
      body: 'The site becomes what its file says. What it was before stays in its history and can be restored.',
      confirmLabel: 'Take over',
      action: () => send({ acceptedCommit: waitingCommit }),
    });
    if (isTaken) toast('Sync requested');
  };
  const keep = async ({ waitingCommit = '' }: SiteGitConnection): Promise<void> => {
    const isKept = await confirm({
      title: 'Keep the site as it is?',
      body: `The structure of the site is written into the file, as a commit after ${shortCommit(waitingCommit)}. The repository’s history keeps what the file has now.`,
      confirmLabel: 'Keep the site',
      action: () => send({ refusedCommit: waitingCommit }),
    });
    if (isKept) toast('Sync requested');
  };
  const setAllowsRevealing = async (allowsRevealing: boolean): Promise<void> => {
    const isChanged = await confirm({
      title: allowsRevealing ? 'Let commits show visitors more?' : 'Ask before a commit shows visitors more?',
      body: allowsRevealing
        ? 'A commit that removes a condition, a draft or “hidden” is live at once: whoever may push to the branch decides what visitors see.'
        : 'A commit that removes or changes a condition, a draft or “hidden” waits here until an administrator takes it over.',
      confirmLabel: allowsRevealing ? 'Allow' : 'Ask first',
      ...(allowsRevealing && { tone: 'danger' }),
      action: () => send({ allowsRevealing }),
    });
    if (isChanged) toast('Changed what commits may show');
  };
  return { send, setPaused, takeOver, keep, setAllowsRevealing, isPending };
}

/** Disconnects a site after a confirmation. */
export function useSiteDisconnect(path: SitePath): (connection: SiteGitConnection) => Promise<void> {
  const { mutateAsync } = useApiMutation(disconnectSiteGitMutation(), {
    // The connection itself is there no longer.
    invalidates: [{ operation: 'getSite', path: { ...path } }],
  });
  return async ({ url, spaces }) => {
    const isDisconnected = await confirm({
      title: 'Disconnect the repository?',
      body: `Nothing is lost: the site and its spaces keep what they have, and ${url} keeps its files and commits. They change independently from then on.`,
      confirmLabel: 'Disconnect',
      tone: 'danger',
      impact: () =>
        Promise.resolve([
          ...(spaces.length > 0
            ? [`Also disconnected: ${spaces.map(({ title }) => `“${title}”`).join(', ')}.`]
            : []),
          'The token is deleted.',
          'The lists of syncs are deleted.',
        ]),
      action: () => mutateAsync({ path }),
    });
    if (isDisconnected) toast('Repository disconnected');
  };
}

/** Replaces the secret of a site's webhook. */
export function useSiteWebhookRotation(path: SitePath): () => Promise<void> {
  const { mutateAsync } = useApiMutation(rotateSiteGitWebhookMutation(), {
    invalidates: [{ operation: 'getSiteGitWebhook', path: { ...path } }],
  });
  return () => confirmRotation(() => mutateAsync({ path }));
}
