import { ApiError } from '#src/api/errors.ts';

/**
 * Adds the way out to the refusal that protects the last administrator: nobody takes that role away, but another one
 * can be given it first. Every other error passes through.
 */
export function withLastAdministratorHint(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return error;
  return new ApiError({
    ...error,
    message: `${error.message} Make another member an administrator first.`,
  });
}
