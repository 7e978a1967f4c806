/** Why a sign-in failed, as the console is told: an address that ends in one of these explains itself. */
export type SamlErrorCode =
  | 'sso-unavailable'
  | 'sso-unknown'
  | 'sso-certificate'
  | 'sso-denied'
  | 'sso-refused'
  | 'sso-expired'
  | 'sso-account';

/** A sign-in that is not let through. The message is for the log. */
export class SamlError extends Error {
  readonly code: SamlErrorCode;

  constructor(code: SamlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The answer of an identity provider is not what it has to be. */
export function invalidResponse(message: string, cause?: unknown): SamlError {
  return new SamlError('sso-refused', message, { cause });
}
