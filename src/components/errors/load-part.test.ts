import { afterEach, expect, it, vi } from 'vitest';
import { loadPart } from './load-part.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function stubServer(answers: readonly boolean[]) {
  vi.useFakeTimers();
  const remaining = [...answers];
  const request = vi.fn<typeof fetch>(async () => {
    if (remaining.shift() === false) throw new TypeError('Failed to fetch');
    return new Response();
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', request);
  return request;
}

it('a part that was cut off is requested again once the server answers', async () => {
  const request = stubServer([false, false, true]);
  const load = vi.fn<() => Promise<string>>(async () => 'part').mockRejectedValueOnce(new Error('cut off'));
  const part = loadPart(load);
  await vi.advanceTimersByTimeAsync(600);
  expect(load).toHaveBeenCalledOnce();
  await vi.runAllTimersAsync();
  await expect(part).resolves.toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
  expect(request).toHaveBeenCalledTimes(3);
});

it('a part that is missing for good is requested once more', async () => {
  stubServer([]);
  const load = vi.fn<() => Promise<string>>(async () => Promise.reject(new Error('missing')));
  const part = loadPart(load);
  await expect(part).rejects.toThrow('missing');
  expect(load).toHaveBeenCalledTimes(2);
});
