import { ApiError } from '#src/api/errors.ts';

/** Whether an error says that the operation or its resource doesn't exist. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}
