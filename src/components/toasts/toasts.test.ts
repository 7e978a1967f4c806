import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#src/api/errors.ts';
import { dismissToast, toast, toastFailure, toasts } from './toasts.ts';

const toastTexts = () => toasts.get().map(({ text }) => text);

describe('toasts', () => {
  beforeEach(() => toasts.set([]));

  it('are shown in order, at most three', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text);
    expect(toastTexts()).toEqual(['b', 'c', 'd']);
  });

  it('with the same id replace each other', () => {
    toast('Moved', { id: 'undo' });
    toast('Copied');
    toast('Moved again', { id: 'undo' });
    expect(toastTexts()).toEqual(['Copied', 'Moved again']);
    dismissToast('undo');
    expect(toastTexts()).toEqual(['Copied']);
  });

  it('for errors stay and show the request ID', () => {
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
      tone: 'error',
      detail: 'Request ID req-7',
      durationMs: Infinity,
    });
    failure?.action?.run();
    expect(tried).toBe(1);
  });

  it('for errors without a request show no request ID', () => {
    toastFailure(new RangeError('too deep'));
    expect(toasts.get()[0]).not.toHaveProperty('detail');
    expect(toastTexts()).toEqual(['An unexpected error occurred.']);
  });
});
