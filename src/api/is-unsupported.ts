import { ApiError } from '#src/api/errors.ts';

/** Whether an error says that the server does not have an operation, or not what it is about. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status);
}
