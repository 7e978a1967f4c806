import { expect, it } from 'vitest';
import { visibilityHint } from './labels.ts';

it('warns that the share link stops working when the visibility changes', () => {
  expect(visibilityHint('share-link', 'public')).toMatch(/search engines.*The share link stops working/);
  for (const [from, to] of [
    ['public', 'share-link'],
    ['share-link', 'share-link'],
    ['public', 'unlisted'],
  ] as const)
    expect(visibilityHint(from, to)).not.toContain('stops working');
});
