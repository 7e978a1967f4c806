import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Button } from '#src/ui/button.tsx';
import { leaveAccount } from '../session/sign-out.ts';

interface SignedInNoticeProps {
  /** The path of the console to go on to. */
  next: string;
}

/** A failed sign-in of a person who is signed in: they can continue, or sign in as another person. */
export function SignedInNotice({ next }: SignedInNoticeProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (
    <div className="flex flex-col gap-4">
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
