import { expect, it } from 'vitest';
import { visibilityHint } from './site-words.ts';

it('says that a share link stops working, to whoever is about to end it', () => {
  expect(visibilityHint('share-link', 'public')).toMatch(/search engines.*The share link stops working/);
  for (const [from, to] of [
    ['public', 'share-link'],
    ['share-link', 'share-link'],
    ['public', 'unlisted'],
  ] as const)
    expect(visibilityHint(from, to)).not.toContain('stops working');
});
