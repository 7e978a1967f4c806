import { describe, expect, it } from 'vitest';
import { completeMention, mentionBefore } from './mention.ts';

describe('mentions', () => {
  it.each([
    ['@', { at: 0, query: '' }],
    ['Ask @Ad', { at: 4, query: 'Ad' }],
    ['Ask @Ada Lo', { at: 4, query: 'Ada Lo' }],
    ['(@Zoë', { at: 1, query: 'Zoë' }],
    ['ada@press', null],
    ['@Ada Lovelace said so', null],
    ['no', null],
  ])('before the caret of %j: %j', (text, found) => {
    expect(mentionBefore(text, text.length)).toEqual(found);
  });

  it('are completed in place', () => {
    const text = 'Ask @Ad about it';
    const mention = mentionBefore(text, 7) ?? expect.fail();
    expect(completeMention(text, mention, 'Ada Admin')).toEqual({
      text: 'Ask @Ada Admin about it',
      caret: 15,
    });
  });
});
