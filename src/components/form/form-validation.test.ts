import { expect, it, describe } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#src/api/errors.ts';
import { FormError, validateAgainst } from './form-validation.tsx';

const schema = z.object({
  title: z.string().min(2).max(5),
  path: z.string().min(1).max(10).optional(),
  slug: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  site: z.url().optional(),
  role: z.enum(['admin', 'read']).optional(),
  options: z.array(z.string().min(1)).max(2).optional(),
  people: z.array(z.string()).min(1, 'Select at least one person.').optional(),
});

const messagesOf = (values: unknown) =>
  validateAgainst(schema, values).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('validateAgainst', () => {
  it.each([
    [{ title: 'Docs' }, []],
    [{ title: '' }, ['title: Required']],
    [{}, ['title: Required']],
    [{ title: ' \t ' }, ['title: Required']],
    [{ title: '\u200B\u200B' }, ['title: Required']],
    [{ title: '\u3164\u00A0' }, ['title: Required']],
    [{ title: 'D' }, ['title: Must be at least 2 characters.']],
    [{ title: 'Documents' }, ['title: Must be at most 5 characters (now 9).']],
    [{ title: 'Docs', path: '' }, []],
    [{ title: 'Docs', slug: '  ' }, []],
    [{ title: 'Docs', slug: 'A b' }, ['slug: Invalid format.']],
    [{ title: 'Docs', site: 'example' }, ['site: Enter a full URL, such as https://example.com.']],
    [{ title: 'Docs', role: 'owner' }, ['role: Select one of the options.']],
    [{ title: 'Docs', options: ['a', 'b', 'c'] }, ['options: Maximum: 2.']],
    [{ title: 'Docs', people: [] }, ['people: Select at least one person.']],
    [{ title: 'Docs', options: ['a', ''] }, ['options.1: Required']],
  ])('of %j', (values, expected) => {
    expect(messagesOf(values)).toEqual(expected);
  });

  it('counts characters like the server', () => {
    expect(messagesOf({ title: '📚📚📚📚📚' })).toEqual([]);
    expect(messagesOf({ title: '📚📚📚📚📚📚' })).toEqual(['title: Must be at most 5 characters (now 6).']);
  });
});

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
