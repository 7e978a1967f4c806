import { expect, it } from 'vitest';
import { describeDraft, describePageDraft } from './describe-draft.ts';

it('shows how an unsent text begins, in one line', () => {
  expect(describeDraft('Oil the lamps.\n\n  Then trim them.')).toBe('“Oil the lamps. Then trim them.”');
  expect(describePageDraft(`# Lamps\n\n${'🦭'.repeat(70)}`)).toBe(`Page: “# Lamps ${'🦭'.repeat(52)}…”`);
});

it('shows the typed values of a form, and not the initial ones', () => {
  const draft = { values: { title: 'Foghorns', emoji: '', parent: 'x' }, base: { title: '', parent: 'x' } };
  expect(describeDraft(JSON.stringify(draft))).toBe('“Foghorns”');
  expect(describeDraft(JSON.stringify({ page1: { side: 'mine' } }))).toBe('Choices in a form');
});

it('takes a text that looks like JSON for a text', () => {
  expect(describeDraft('[1, 2]')).toBe('“[1, 2]”');
});
