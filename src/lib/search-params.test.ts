import { describe, expect, it } from 'vitest';
import { choiceParam, searchParams, textParam } from './search-params.ts';

const read = searchParams({
  q: textParam(10),
  role: choiceParam(['admin', 'read']),
});

describe('searchParams', () => {
  it('keeps what fits', () => {
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
  ])('reads %j as %j', (search, expected) => {
    expect(read(search)).toEqual(expected);
  });

  it('covers what does not fit, so that nothing of it shows through where the raw search lies below', () => {
    const search = { role: 'owner', q: 'ada' };
    expect({ ...search, ...read(search) }).toStrictEqual({ role: undefined, q: 'ada' });
  });
});
