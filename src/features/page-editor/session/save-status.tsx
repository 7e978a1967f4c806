import { TriangleAlert } from 'lucide-react';
import { session as signIn } from '#src/api/session/session.ts';
import { isOffline } from '#src/components/offline/connection.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { EditSession } from './edit-session.ts';
import { describeSaveState, type SaveSituation } from './save-state.ts';

function useSituation(session: EditSession): SaveSituation {
  return {
    state: useStore(session.state),
    isKept: useStore(session.isKept),
    isOffline: useStore(isOffline),
    isSignedOut: useStore(signIn.state).status !== 'signed-in',
  };
}

/** How far a session is saved now, in words. */
export const saveStatusOf = (session: EditSession): string =>
  describeSaveState({
    state: session.state.get(),
    isKept: session.isKept.get(),
    isOffline: isOffline.get(),
    isSignedOut: signIn.state.get().status !== 'signed-in',
  });

/** How far the text is saved, in words. It changes with each pause in typing, and nothing else of the editor does. */
export function SaveStatus({ session }: { session: EditSession }) {
  const situation = useSituation(session);
  const { state, isOffline: offline, isSignedOut } = situation;
  const isSaved = state.kind === 'saved';
  const isTroubled =
    !isSaved && (offline || isSignedOut || state.kind === 'failed' || state.kind === 'conflict');
  return (
    <p
      // Saves during typing are not announced; problems are.
      role={isTroubled ? 'status' : undefined}
      data-save-state={state.kind}
      className={`flex items-center gap-1.5 text-xs ${isTroubled ? 'text-warning-ink' : 'text-ink-soft'}`}
    >
      {isTroubled && <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />}
      {describeSaveState(situation)}
    </p>
  );
}
