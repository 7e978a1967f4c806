import { describe, expect, it } from 'vitest';
import { readPastedPeople } from './pasted-people.ts';

describe('readPastedPeople', () => {
  it('takes lines, commas, semicolons and tabs for separators', () => {
    expect(readPastedPeople('a@x.org\nb@x.org, c@x.org; d@x.org\te@x.org').people).toEqual([
      'a@x.org',
      'b@x.org',
      'c@x.org',
      'd@x.org',
      'e@x.org',
    ]);
  });

  it('takes the address out of what a mail program copies', () => {
    expect(readPastedPeople('Ada Lovelace <Ada@Example.org>, "Grace Hopper" <grace@example.org>')).toEqual({
      people: ['ada@example.org', 'grace@example.org'],
      rejected: [],
      repeated: [],
    });
  });

  it('names everybody once, however the address is written, and says who stands there twice', () => {
    expect(readPastedPeople('ada@x.org ADA@x.org eve@x.org')).toMatchObject({
      people: ['ada@x.org', 'eve@x.org'],
      repeated: ['ada@x.org'],
    });
  });

  it('takes user ids and keeps their case', () => {
    expect(readPastedPeople('q7Yh2Kd93LmPzXc81AbV').people).toEqual(['q7Yh2Kd93LmPzXc81AbV']);
  });

  it('tells what it could not read', () => {
    expect(readPastedPeople('ada@x.org, nobody, @, a@b')).toEqual({
      people: ['ada@x.org'],
      rejected: ['nobody', '@', 'a@b'],
      repeated: [],
    });
  });

  it('finds nobody in an empty text', () => {
    expect(readPastedPeople(' \n ;')).toEqual({ people: [], rejected: [], repeated: [] });
  });
});
