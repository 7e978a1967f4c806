import { Callout } from '#src/ui/callout.tsx';
import { ssoReason } from './sso-reasons.ts';

interface SsoProblemProps {
  /** The code in the address: `sso-refused`. */
  code: string;
  /** Identifier of the request, to be found in the server's log. */
  request?: string;
  className?: string;
}

/** Says why a single sign-on failed, with the id to name when it is reported. */
export function SsoProblem({ code, request, className }: SsoProblemProps) {
  return (
    <Callout tone="warning" title="Single sign-on failed" urgent className={className}>
      {ssoReason(code)}
      {request && (
        <span className="mt-1 block text-xs text-ink-soft">
          Request ID <code>{request}</code>
        </span>
      )}
    </Callout>
  );
}
