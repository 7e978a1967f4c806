import { expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { FormError } from './form-validation.tsx';

const error = new ApiError({
  status: 400,
  message: 'body.source has none of the forms.',
  details: [{ path: 'body.source', message: 'Has none of the forms.' }],
  operation: 'POST /openapi',
});

it('hides an error only if a field with exactly that name shows it', () => {
  expect(FormError({ error, fields: new Set(['source']) })).toBeNull();
  expect(FormError({ error, fields: new Set(['source.url']) })).not.toBeNull();
});
