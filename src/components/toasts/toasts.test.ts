import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { dismissToast, toast, toastFailure, toasts } from './toasts.ts';

const shown = () => toasts.get().map(({ text }) => text);

describe('toasts', () => {
  beforeEach(() => toasts.set([]));

  it('come in order, and never more than three', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text);
    expect(shown()).toEqual(['b', 'c', 'd']);
  });

  it('of one id take each other’s place', () => {
    toast('Moved', { id: 'undo' });
    toast('Copied');
    toast('Moved again', { id: 'undo' });
    expect(shown()).toEqual(['Copied', 'Moved again']);
    dismissToast('undo');
    expect(shown()).toEqual(['Copied']);
  });

  it('of failures stay, and name the request', () => {
    const error = new ApiError({
      status: 500,
      message: 'It broke.',
      operation: 'GET /v1/orgs',
      requestId: 'req-7',
    });
    let tried = 0;
    toastFailure(error, () => (tried += 1));
    const [failure] = toasts.get();
    expect(failure).toMatchObject({
      text: 'It broke.',
      tone: 'failed',
      detail: 'Request req-7',
      lasts: Infinity,
    });
    failure?.action?.run();
    expect(tried).toBe(1);
  });

  it('of failures without a request have no id to show', () => {
    toastFailure(new RangeError('too deep'));
    expect(toasts.get()[0]).not.toHaveProperty('detail');
    expect(shown()).toEqual(['Something went wrong in this page.']);
  });
});
