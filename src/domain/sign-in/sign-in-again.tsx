import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUser, session } from '#src/api/session/session.ts';
import { leaveAccount } from '#src/domain/session/sign-out.ts';
import { useTypingPause } from '#src/ui/browser/text-fields.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { type SignInMethod, SignInMethods } from './sign-in-methods.tsx';

const submitLabel = 'Sign in and continue';

/**
 * Shown over the page when the session ended. Unsaved text stays, and rejected requests are resent after the next
 * sign-in.
 */
export function SignInAgain() {
  const state = useStore(session.state);
  const [method, setMethod] = useState<SignInMethod>('password');
  const isPaused = useTypingPause();
  const router = useRouter();
  const queryClient = useQueryClient();
  if (state.status !== 'ended' || !isPaused) return null;
  const { server, user: previousUser } = state;
  const onSignedIn = () => {
    // Another user must not see or save the previous user's screen.
    if (previousUser && currentUser()?.id !== previousUser.id) location.assign('/');
  };
  return (
    <Dialog
      title="Sign in again"
      description="Your session expired. Nothing is lost; pending changes are sent after you sign in."
      size="small"
      onClose={() => void leaveAccount(router, queryClient)}
    >
      {server === null ? (
        <SignInMethods
          method={method}
          onMethodChange={setMethod}
          next="/"
          canLeave={false}
          submitLabel={submitLabel}
          onSignedIn={onSignedIn}
        />
      ) : (
        <SignInForm server={server} submitLabel={submitLabel} onSignedIn={onSignedIn} />
      )}
    </Dialog>
  );
}
