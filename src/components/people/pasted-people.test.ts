import { describe, expect, it } from 'vitest';
import { parsePastedPeople } from './pasted-people.ts';

describe('readPastedPeople', () => {
  it('splits at line breaks, commas, semicolons and tabs', () => {
    expect(parsePastedPeople('a@x.org\nb@x.org, c@x.org; d@x.org\te@x.org').people).toEqual([
      'a@x.org',
      'b@x.org',
      'c@x.org',
      'd@x.org',
      'e@x.org',
    ]);
  });

  it('extracts addresses copied from a mail program', () => {
    expect(parsePastedPeople('Ada Lovelace <Ada@Example.org>, "Grace Hopper" <grace@example.org>')).toEqual({
      people: ['ada@example.org', 'grace@example.org'],
      rejected: [],
      repeated: [],
    });
  });

  it('lists everyone once regardless of case and reports duplicates', () => {
    expect(parsePastedPeople('ada@x.org ADA@x.org eve@x.org')).toMatchObject({
      people: ['ada@x.org', 'eve@x.org'],
      repeated: ['ada@x.org'],
    });
  });

  it('accepts user ids and keeps their case', () => {
    expect(parsePastedPeople('q7Yh2Kd93LmPzXc81AbV').people).toEqual(['q7Yh2Kd93LmPzXc81AbV']);
  });

  it('reports what it can’t parse', () => {
    expect(parsePastedPeople('ada@x.org, nobody, @, a@b')).toEqual({
      people: ['ada@x.org'],
      rejected: ['nobody', '@', 'a@b'],
      repeated: [],
    });
  });

  it('returns nobody for an empty text', () => {
    expect(parsePastedPeople(' \n ;')).toEqual({ people: [], rejected: [], repeated: [] });
  });
});
