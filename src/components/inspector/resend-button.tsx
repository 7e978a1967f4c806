import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { errorMessage } from '#src/api/errors.ts';
import type { LoggedRequest } from '#src/api/log/request-log.ts';
import { resendDenialReason, resendRequest } from '#src/api/log/resend-request.ts';
import { confirm } from '#src/components/confirm/confirm.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';

const maxShownLength = 4000;

function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Sends a request again and shows the response; asks before changes. */
export function ResendButton({
  request,
}: {
  request: Pick<LoggedRequest, 'method' | 'origin' | 'path' | 'body'>;
}) {
  const { method, path } = request;
  const queryClient = useQueryClient();
  const { mutateAsync, data, error, isPending } = useMutation({
    mutationFn: resendRequest,
    // An arbitrary change may affect anything.
    onSuccess: () => (method === 'GET' ? undefined : queryClient.invalidateQueries()),
  });
  const send = async () => {
    if (method === 'GET') await mutateAsync(request).catch(() => undefined);
    else
      await confirm({
        title: 'Send this request again?',
        body: `${method} ${path}`,
        confirmLabel: 'Send again',
        action: () => mutateAsync(request),
      });
  };
  return (
    <>
      <Button
        size="small"
        icon={<Send />}
        pending={isPending}
        disabledReason={resendDenialReason(request)}
        onClick={() => void send()}
      >
        Send again
      </Button>
      {error && (
        <Callout tone="danger" urgent className="w-full">
          {errorMessage(error)}
        </Callout>
      )}
      {data !== undefined && (
        <pre
          aria-label="Response"
          className="max-h-72 w-full overflow-auto rounded-sm bg-sunken p-2 font-mono text-xs whitespace-pre-wrap"
        >
          {data === '' ? 'Done. The response is empty.' : formatBody(data).slice(0, maxShownLength)}
        </pre>
      )}
    </>
  );
}
