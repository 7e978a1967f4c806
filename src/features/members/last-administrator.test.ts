import { expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { withLastAdministratorHint } from './last-administrator.ts';

const createError = (status: number) =>
  new ApiError({
    status,
    message: 'The last administrator stays.',
    requestId: 'r1',
    operation: 'DELETE /v1/orgs/{organizationId}/members/{userId}',
  });

it('adds a hint about the last administrator and keeps the request id', () => {
  const explained = withLastAdministratorHint(createError(409));
  expect(explained).toBeInstanceOf(ApiError);
  expect(explained).toMatchObject({
    message: 'The last administrator stays. Make another member an administrator first.',
    requestId: 'r1',
    status: 409,
  });
});

it('returns other errors unchanged', () => {
  const forbidden = createError(403);
  expect(withLastAdministratorHint(forbidden)).toBe(forbidden);
});
