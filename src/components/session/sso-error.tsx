import { Callout } from '#src/ui/callout.tsx';
import { ssoErrorMessage } from './sso-error-messages.ts';

interface SsoErrorProps {
  /** The error code in the URL: `sso-refused`. */
  code: string;
  requestId?: string;
  className?: string;
}

/** Shows why single sign-on failed, with the request ID. */
export function SsoError({ code, requestId, className }: SsoErrorProps) {
  return (
    <Callout tone="warning" title="Single sign-on failed" urgent className={className}>
      {ssoErrorMessage(code)}
      {requestId && (
        <span className="mt-1 block text-xs text-ink-soft">
          Request ID <code>{requestId}</code>
        </span>
      )}
    </Callout>
  );
}
