import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { currentUser } from '#src/api/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { leaveAccount } from './sign-out.ts';

interface SignedInNoticeProps {
  /** The path of the console to go on to. */
  next: string;
}

/** A failed sign-in of somebody who is signed in: they can go on as they are, or sign in as somebody else. */
export function SignedInNotice({ next }: SignedInNoticeProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const user = currentUser();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center wrap-anywhere">
        You’re still signed in
        {user && (
          <>
            {' '}
            as{' '}
            <strong dir="auto" className="font-medium">
              {user.displayName}
            </strong>
            {user.email && <span className="text-ink-soft"> ({user.email})</span>}
          </>
        )}
        .
      </p>
      <Button
        tone="primary"
        size="large"
        autoFocus
        onClick={() => void router.navigate({ href: next, replace: true })}
      >
        Continue
      </Button>
      <Button tone="quiet" onClick={() => void leaveAccount(router, queryClient)}>
        Sign out
      </Button>
    </div>
  );
}
