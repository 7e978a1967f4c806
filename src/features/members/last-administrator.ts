import { ApiError } from '#src/api/errors.ts';

/** Adds a hint to the error that protects the last administrator. Other errors are returned unchanged. */
export function withLastAdministratorHint(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 409) return error;
  return new ApiError({
    ...error,
    message: `${error.message} Make another member an administrator first.`,
  });
}
