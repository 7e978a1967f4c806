import { Callout } from '#src/ui/callout.tsx';

/** What each code says that the server ends a failed single sign-on with. */
const REASONS: Record<string, string> = {
  'sso-unavailable': 'This identity provider is not set up. Ask an administrator of your organization.',
  'sso-refused':
    'The answer of the identity provider could not be trusted. Try again; if it stays, tell an administrator.',
  'sso-expired': 'Signing in took too long, or was tried twice. Start again.',
  'sso-account': 'Your account may not enter this organization. Ask an administrator to invite you.',
};
const UNKNOWN = 'The server could not finish it. Try again in a moment.';

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
    <Callout tone="warning" title="Single sign-on did not work" urgent className={className}>
      {Object.hasOwn(REASONS, code) ? REASONS[code] : UNKNOWN}
      {request && (
        <span className="mt-1 block text-xs text-ink-soft">
          Request <code>{request}</code>
        </span>
      )}
    </Callout>
  );
}
