import { currentUser, session, signOut } from '#src/api/session.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { useStore } from '#src/ui/use-store.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Stands over the page after the session has ended. What was written stays, and the requests that were refused are
 * sent again after the next sign-in.
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
          // Somebody else must not see, or save, what the person before had on the screen.
          if (previousUser && currentUser()?.id !== previousUser.id) location.assign('/');
        }}
      />
    </Dialog>
  );
}
