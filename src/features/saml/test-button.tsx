import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ApiError } from '#src/api/errors.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { startSignInTest } from './sign-in-test.ts';

interface TestButtonProps {
  providerId: string;
  disabledReason?: string | false;
  label?: string;
}

/** Signs in at an identity provider to see the claims that it sends; no session is created. */
export function TestButton({ providerId, disabledReason, label = 'Test sign-in' }: TestButtonProps) {
  const test = useMutation<void, ApiError>({
    mutationFn: () => startSignInTest(providerId),
    onError: (error) => toastFailure(error),
  });
  return (
    <Button
      tone="primary"
      icon={<ExternalLink />}
      pending={test.isPending}
      disabledReason={disabledReason}
      onClick={() => test.mutate()}
    >
      {label}
    </Button>
  );
}
