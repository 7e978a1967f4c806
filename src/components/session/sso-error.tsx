import { Callout } from '#src/ui/callout.tsx';
import { ssoErrorMessage } from './sso-error-messages.ts';

interface SsoErrorProps {
  /** The code in the address: `sso-refused`. */
  code: string;
  /** Identifier of the request, to be found in the server's log. */
  requestId?: string;
  className?: string;
}

/** Says why a single sign-on failed, with the id to name when it is reported. */
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
