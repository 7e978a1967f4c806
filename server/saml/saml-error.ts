/** Why a sign-in failed; part of the URL of the console's sign-in page. */
export type SamlErrorCode =
  | 'sso-unavailable'
  | 'sso-unknown'
  | 'sso-certificate'
  | 'sso-denied'
  | 'sso-refused'
  | 'sso-expired'
  | 'sso-account';

/** A rejected sign-in. The message is for the log. */
export class SamlError extends Error {
  readonly code: SamlErrorCode;

  constructor(code: SamlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The identity provider's response is invalid. */
export function invalidResponse(message: string, cause?: unknown): SamlError {
  return new SamlError('sso-refused', message, { cause });
}
