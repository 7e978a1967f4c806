import { describe, expect, it } from 'vitest';
import { completeMention, hideLinks, mentionBefore, showLinks } from './mention.ts';

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

describe('a field with mentions', () => {
  const ada = '[@Ada Admin](/o/org/members/ada)';
  const adaline = '[@Ada](https://docs.example.com/o/org/teams/a)';

  it.each([
    `Ask ${ada}, or ${adaline}.`,
    `${ada}${ada}`,
    'No [@one](https://example.com) and @nobody',
    `${ada} and [@Ada Admin](/o/org/members/other)`,
    '',
  ])('shows names, and keeps %j', (markdown) => {
    const { text, links } = hideLinks(markdown);
    expect(showLinks(text, links)).toBe(markdown);
  });

  it('shows what a person types, and mentions whole names only', () => {
    const { text, links } = hideLinks(`Ask ${ada}.`);
    expect(text).toBe('Ask @Ada Admin.');
    expect(showLinks('Ask @Ada Adm, ada@Ada Admin and @Ada Administrator', links)).toBe(
      'Ask @Ada Adm, ada@Ada Admin and @Ada Administrator',
    );
    expect(showLinks('(@Ada Admin) @Ada Admin', links)).toBe(`(${ada}) ${ada}`);
  });
});
