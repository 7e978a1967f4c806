import { expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { FormError } from './form-parts.tsx';

const error = new ApiError({
  status: 400,
  message: 'body.source has none of the forms.',
  details: [{ path: 'body.source', message: 'Has none of the forms.' }],
  operation: 'POST /openapi',
});

it('is silent only about what stands under a field of that name', () => {
  const source = { type: 'custom', message: 'Has none of the forms.' };
  expect(FormError({ error, errors: { source: { ...source, ref: { name: 'source' } } } })).toBeNull();
  // The form has the parts of it as fields, so nothing was shown there.
  expect(FormError({ error, errors: { source } })).not.toBeNull();
});
