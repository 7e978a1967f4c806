// @module-tag without-database
import { describe, expect, it, vi } from 'vitest';
import { SharedWork } from './shared-work.ts';

describe('shared work', () => {
  it('is done once for all who ask for it at the same time', async () => {
    const shared = new SharedWork<string>();
    const work = vi.fn<() => Promise<string>>(async () => 'indexed');
    expect(await Promise.all([shared.run('a', work), shared.run('a', work)])).toEqual(['indexed', 'indexed']);
    expect(work).toHaveBeenCalledTimes(1);
    await Promise.all([shared.run('a', work), shared.run('b', work)]);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('is done again after a failure, which all who asked get', async () => {
    const shared = new SharedWork<string>();
    const fail = () => Promise.reject(new Error('interrupted'));
    const results = await Promise.allSettled([shared.run('a', fail), shared.run('a', fail)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await shared.run('a', async () => 'indexed')).toBe('indexed');
  });
});
