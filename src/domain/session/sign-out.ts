import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { clearJournal } from '#src/api/log/journal.ts';
import { clearRequestLog } from '#src/api/log/request-log.ts';
import { currentUser, session, signOut } from '#src/api/session/session.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { deleteAllDrafts, readAllDrafts } from '#src/components/tab-drafts/tab-drafts.ts';
import { undoStack } from '#src/components/undo/undo.ts';
import { deletePageDrafts, listPageDrafts } from '#src/domain/page-drafts/page-drafts.ts';
import { abandonUnsavedWork, saveUnsavedWork } from '#src/domain/page-drafts/unsaved-work.ts';
import { describeDraft, describePageDraft } from './describe-draft.ts';

/** How long signing out waits for what is still being saved. */
const saveTimeoutMs = 3000;

/**
 * Signs out, unless the person wants to keep what isn't saved: drafts in this browser are deleted. Drafts of other tabs
 * end with their tab.
 */
export async function leaveAccount(router: AnyRouter, queryClient: QueryClient): Promise<void> {
  // Without a session, a save would wait for the next one.
  if (session.state.get().status === 'signed-in')
    await Promise.race([saveUnsavedWork(), new Promise((resolve) => setTimeout(resolve, saveTimeoutMs))]);
  const unsaved = await findUnsaved();
  const isLeaving =
    unsaved.length === 0 ||
    (await confirm({
      title: 'Sign out and lose unsaved text?',
      body: 'It is only in this browser, and signing out deletes it:',
      warnings: unsaved,
      confirmLabel: 'Sign out',
      tone: 'danger',
    }));
  if (!isLeaving) return;
  await clearPersonalData();
  await signOut();
  undoStack.clear();
  clearRequestLog();
  await router.navigate({ to: '/login', ignoreBlocker: true });
  // All data of the person. What the sign-in page has just asked for would never arrive if it was removed too.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sign-in-options' });
  queryClient.getMutationCache().clear();
}

/** Deletes what only this browser has of the person: drafts, and the list of their changes. */
export async function clearPersonalData(): Promise<void> {
  abandonUnsavedWork();
  clearJournal();
  deleteAllDrafts();
  // A browser that denies storage has none.
  await deletePageDrafts(currentUser()?.id).catch(() => undefined);
}

/**
 * The pages with drafts in this browser, in words. Drafts that can't be read may exist, and would be deleted
 * too.
 */
async function findPageDrafts(): Promise<string[]> {
  try {
    return (await listPageDrafts(currentUser()?.id)).map(({ text }) => describePageDraft(text));
  } catch {
    return ['Page texts that this browser may have but can’t read now'];
  }
}

/** The data that would be lost, in words. */
async function findUnsaved(): Promise<string[]> {
  const drafts = [...(await findPageDrafts()), ...readAllDrafts().map((text) => describeDraft(text))];
  if (drafts.length > 0) return [...new Set(drafts)];
  // Forms without a draft would ask before the tab is closed.
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented ? ['What you changed on this screen'] : [];
}
