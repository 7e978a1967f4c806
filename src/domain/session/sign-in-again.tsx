import { currentUser, session, signOut } from '#src/api/session/session.ts';
import { SignInForm } from '#src/domain/session/sign-in-form.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Dialog } from '#src/ui/dialog.tsx';

/**
 * Shown over the page when the session ended. Unsaved text stays, and rejected requests are resent after the next
 * sign-in.
 */
export function SignInAgain() {
  const state = useStore(session.state);
  if (state.status !== 'ended') return null;
  const previousUser = state.user;
  return (
    <Dialog
      title="Sign in again"
      description="Your session expired. Nothing is lost; pending changes are sent after you sign in."
      size="small"
      onClose={() => void signOut()}
    >
      <SignInForm
        server={state.server}
        submitLabel="Sign in and continue"
        onSignedIn={() => {
          // Another user must not see or save the previous user's screen.
          if (previousUser && currentUser()?.id !== previousUser.id) location.assign('/');
        }}
      />
    </Dialog>
  );
}
