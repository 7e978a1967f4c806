// @module-tag without-database
import { describe, expect, it } from 'vitest';
import {
  badRequest,
  badValue,
  badValues,
  methodNotAllowed,
  notFound,
  toErrorBody,
  tooManyRequests,
} from './errors.ts';

describe('errors', () => {
  it('describe the problem and its path in one sentence', () => {
    expect(toErrorBody(badValue('body.path', 'is taken'))).toEqual({
      error: {
        code: 400,
        message: 'body.path is taken.',
        details: [{ path: 'body.path', message: 'Is taken.' }],
      },
    });
  });

  it('count several problems', () => {
    const error = badValues([
      { path: 'body.a', problem: 'is required' },
      { path: 'body.b', problem: 'is required' },
    ]);
    expect(toErrorBody(error).error).toMatchObject({
      message: 'The request has 2 problems.',
      details: [{ path: 'body.a' }, { path: 'body.b' }],
    });
  });

  it('omit empty details', () => {
    expect(toErrorBody(badRequest('No.'))).toEqual({ error: { code: 400, message: 'No.' } });
    expect(toErrorBody(notFound('team'))).toEqual({
      error: { code: 404, message: 'There is no such team.' },
    });
  });

  it('include the headers of their status', () => {
    expect(methodNotAllowed(['GET', 'HEAD']).headers).toEqual({ allow: 'GET, HEAD' });
    expect(tooManyRequests(7).headers).toEqual({ 'retry-after': '7' });
  });
});
