import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '#src/components/toasts/toasts.ts';
import { copyText } from './copy-button.tsx';

/** Stubs the browser's clipboard; `null` for a page without one. */
function withClipboard(clipboard: { writeText: (text: string) => Promise<void> } | null): void {
  vi.stubGlobal('navigator', clipboard ? { clipboard } : {});
}

const refusing = { writeText: () => Promise.reject(new DOMException('Denied', 'NotAllowedError')) };

describe('copyText', () => {
  beforeEach(() => toasts.set([]));
  afterEach(() => vi.unstubAllGlobals());

  it('copies the text and leaves the announcement to the caller', async () => {
    const texts: string[] = [];
    withClipboard({
      writeText: (text) => {
        texts.push(text);
        return Promise.resolve();
      },
    });
    expect(await copyText('a link')).toBe(true);
    expect(texts).toEqual(['a link']);
    expect(toasts.get()).toEqual([]);
  });

  it.each([
    ['denies it', refusing],
    ['has no clipboard', null],
  ])('shows a short text for manual copying when the browser %s', async (_what, clipboard) => {
    withClipboard(clipboard);
    expect(await copyText('https://docs.example.com/x')).toBe(false);
    expect(toasts.get()).toMatchObject([
      { tone: 'error', detail: 'https://docs.example.com/x', durationMs: Infinity },
    ]);
  });

  it('does not show a long text, and reports the failure once', async () => {
    withClipboard(refusing);
    await copyText('x'.repeat(5000));
    await copyText('x'.repeat(5000));
    expect(toasts.get()).toHaveLength(1);
    expect(toasts.get()[0]).not.toHaveProperty('detail');
  });
});
