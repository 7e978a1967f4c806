import { describe, expect, it } from 'vitest';
import { dateFormatOf } from './date-input.ts';

describe('the date that a person types', () => {
  it.each([
    ['en-GB', 'dd/mm/yyyy', '23/11/2026'],
    ['en-US', 'mm/dd/yyyy', '11/23/2026'],
    ['de', 'dd.mm.yyyy', '23.11.2026'],
    ['sv', 'yyyy-mm-dd', '2026-11-23'],
    ['fa', 'yyyy/mm/dd', '2026/11/23'],
  ])('is in the order of the language %s', (language, pattern, typed) => {
    const date = dateFormatOf([language]);
    expect(date.pattern).toBe(pattern);
    expect(date.format('2026-11-23')).toBe(typed);
    expect(date.parse(typed)).toBe('2026-11-23');
  });

  it('is in the order of the next language where the first is none', () => {
    expect(dateFormatOf(['en-US@posix', 'de']).pattern).toBe('dd.mm.yyyy');
  });

  it('may be an ISO date, short, or with other separators', () => {
    const { parse } = dateFormatOf(['en-GB']);
    expect(parse('2026-11-23')).toBe('2026-11-23');
    expect(parse(' 3.1.26 ')).toBe('2026-01-03');
    expect(parse('3 1 2026')).toBe('2026-01-03');
  });

  it('is refused if it is none', () => {
    const { parse } = dateFormatOf(['en-GB']);
    for (const text of ['', 'yesterday', '31/06/2026', '11/23/2026', '1/2', '1/2/3/4', '1/2/20266'])
      expect(parse(text), text).toBeNull();
  });

  it('has an order also where the browser knows none of the languages', () => {
    expect(dateFormatOf([]).pattern).toBe('dd/mm/yyyy');
  });
});
