import { ApiError } from '#src/api/errors.ts';

/** Finds the failed request in the server's log; nothing for other errors. Below the message, which has no ID. */
export function RequestId({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || !error.requestId) return null;
  return (
    <span className="block text-xs text-ink-soft">
      Request ID <code className="font-mono wrap-anywhere">{error.requestId}</code>
    </span>
  );
}
