import { describe, expect, it } from 'vitest';
import {
  ApiError,
  errorFrom,
  fieldErrors,
  isTransient,
  retryAfterSeconds,
  errorMessage,
  offlineError,
  errorReport,
  unreachableError,
} from './errors.ts';

const operation = 'PATCH /v1/orgs/{organizationId}/teams/{teamId}';
const headers = (members: Record<string, string> = {}) =>
  new Headers({ 'X-Request-Id': 'req-7', ...members });

describe('errorFrom', () => {
  it('keeps the server’s message and details', () => {
    const body = {
      error: {
        code: 400,
        message: 'The title is too long.',
        details: [{ path: 'body.title', message: 'too long' }],
      },
    };
    expect(errorFrom(400, headers(), body, operation)).toMatchObject({
      status: 400,
      message: 'The title is too long.',
      details: [{ path: 'body.title', message: 'too long' }],
      requestId: 'req-7',
      operation,
    });
  });

  it('shows role names as in the console', () => {
    const body = { error: { message: 'You need the role "admin" or "owner", or the role "boss".' } };
    expect(errorFrom(403, headers(), body, operation).message).toBe(
      'You need the role “Administrator” or "owner", or the role "boss".',
    );
  });

  it.each([
    null,
    '<html>Bad gateway</html>',
    { error: 'no' },
    { error: { message: 7, details: [null, 'x'] } },
    { error: { message: ' ' } },
  ])('falls back to a standard message for a body like %j', (body) => {
    const error = errorFrom(404, headers(), body, operation);
    expect(error.message).toBe('Not found, or you don’t have access.');
    expect(error.details).toEqual([]);
  });

  it('parses Retry-After', () => {
    expect(errorFrom(429, headers({ 'Retry-After': '7' }), null, operation).retryAfter).toBe(7);
    expect(errorFrom(429, headers(), null, operation).retryAfter).toBeNull();
  });

  it.each([
    ['0', 0],
    ['7', 7],
    ['Thu, 26 Nov 2026 04:00:09 GMT', 9],
    ['Thu, 26 Nov 2026 03:00:00 GMT', 0],
    ['', null],
    ['-7', null],
    ['soon', null],
    ['in 5 minutes', null],
  ])('takes Retry-After “%s” as %s seconds', (text, seconds) => {
    const now = Date.parse('2026-11-26T04:00:00Z');
    expect(retryAfterSeconds(headers({ 'Retry-After': text }), now)).toBe(seconds);
  });
});

describe('isTransient', () => {
  it.each([
    [0, true],
    [400, false],
    [403, false],
    [404, false],
    [429, true],
    [500, false],
    [503, true],
  ])('status %i: %s', (status, passing) => {
    expect(isTransient(new ApiError({ status, message: '', operation }))).toBe(passing);
  });

  it('does not include errors without a response', () => {
    expect(isTransient(new TypeError('undefined is not a function'))).toBe(false);
  });
});

describe('a request without a response', () => {
  it('reports an uncertain change, and one that was not sent', () => {
    expect(unreachableError(new TypeError('Failed to fetch'), operation).message).toMatch(
      'may or may not have been saved',
    );
    expect(unreachableError(new TypeError('Failed to fetch'), 'GET /v1/orgs').message).not.toMatch(
      'may or may not have been saved',
    );
    expect(offlineError(operation).message).toMatch(/^Not sent/);
  });

  it('returns an ApiError unchanged', () => {
    const error = offlineError(operation);
    expect(unreachableError(error, operation)).toBe(error);
  });
});

describe('fieldErrors', () => {
  it('returns the first error of each body field', () => {
    const error = new ApiError({
      status: 400,
      message: 'Invalid.',
      operation,
      details: [
        { path: 'body.title', message: 'must not be empty' },
        { path: 'body.title', message: 'second' },
        { path: 'body.members.0', message: 'Unknown member.' },
        { path: 'query.limit', message: 'too large' },
        { message: 'no place' },
      ],
    });
    expect([...fieldErrors(error)]).toEqual([
      ['title', 'Must not be empty.'],
      ['members.0', 'Unknown member.'],
    ]);
    expect(fieldErrors(new Error('other')).size).toBe(0);
  });
});

describe('errorReport', () => {
  const time = new Date('2026-11-21T08:00:00Z');

  it('includes the request and its ID', () => {
    const report = errorReport(errorFrom(500, headers(), null, operation), '/o/acme/teams', time);
    expect(report).toContain('Request ID: req-7');
    expect(report).toContain(operation);
  });

  it('describes an error of the page', () => {
    expect(errorReport(new RangeError('too deep'), '/o/acme', time)).toContain('RangeError: too deep');
    expect(errorReport('odd', '/o/acme', time)).toContain('odd');
    expect(errorMessage(new RangeError('too deep'))).toBe('An unexpected error occurred.');
  });
});
