import { describe, expect, it } from 'vitest';
import { choiceParam, searchParams, textParam } from './search-params.ts';

const read = searchParams({
  q: textParam(10),
  role: choiceParam(['admin', 'read']),
});

describe('searchParams', () => {
  it('keeps valid parameters', () => {
    const search = { q: 'ada', role: 'read' } as const;
    expect(read(search)).toEqual(search);
  });

  it.each([
    [{ q: 'a text longer than ten' }, { q: 'a text lon' }],
    [{ q: 404 }, { q: '404' }],
    [{ q: '' }, {}],
    [{ q: 'a\0b' }, {}],
    [{ q: ['a'], role: 'owner' }, {}],
    [{ role: null, stranger: 1 }, {}],
  ])('parses %j as %j', (search, expected) => {
    expect(read(search)).toEqual(expected);
  });

  it('overrides invalid parameters when spread over the raw search', () => {
    const search = { role: 'owner', q: 'ada' };
    expect({ ...search, ...read(search) }).toStrictEqual({ role: undefined, q: 'ada' });
  });
});
