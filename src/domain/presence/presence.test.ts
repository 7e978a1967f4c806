import { describe, expect, it } from 'vitest';
import type { User } from '#api/generated/types.gen.ts';
import { Arrivals } from './arrivals.ts';
import { describeEditedPages, describeEditors, describeMark } from './describe-editors.ts';
import { editorsByPage } from './page-editors.ts';

const user = (displayName: string): User => ({
  object: 'user',
  id: displayName.toLowerCase(),
  displayName,
  urls: { location: '' },
});

const people = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map(user);
const [ada, ben, cleo] = people;

/** Without the marks that isolate names. */
const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

describe('who is editing a page', () => {
  it('is said with the names of one or two people, and counted beyond', () => {
    const described = [0, 1, 2, 3, 5].map((count) => plain(describeEditors(people.slice(0, count), 'zoe')));
    expect(described).toEqual([
      '',
      'Ada is editing this page, too.',
      'Ada and Ben are editing this page, too.',
      'Ada, Ben and 1 other are editing this page, too.',
      'Ada, Ben and 3 others are editing this page, too.',
    ]);
  });

  it('may be the reader in another window', () => {
    expect(describeEditors(people.slice(0, 1), 'ada')).toBe('You are editing this page in another window.');
    expect(plain(describeEditors(people.slice(0, 2), 'ada'))).toBe(
      'Ben is editing this page, too. You are editing this page in another window.',
    );
  });

  it('keeps the direction of a name to itself', () => {
    expect(describeEditors([user('عادة')], undefined)).toBe('\u2068عادة\u2069 is editing this page, too.');
  });

  it('is said with the titles of pages for a whole change request', () => {
    const editors = people.flatMap((person, index) => [
      { user: person, title: index === 0 ? undefined : `Page ${index}` },
    ]);
    expect(plain(describeEditedPages(editors.slice(0, 3), 'ben'))).toBe(
      'Ada is editing a page. You are editing “Page 1” in another window. Cleo is editing “Page 2”.',
    );
    const crowd = Array.from({ length: 12 }, () => editors).flat();
    expect(plain(describeEditedPages(crowd, undefined))).toMatch(/Eve is editing “Page 4”\. 50 more\.$/);
  });

  it('is short behind a title', () => {
    expect(plain(describeMark(people.slice(0, 1)))).toBe('Ada editing');
    expect(plain(describeMark(people))).toBe('Ada, Ben and 3 others editing');
  });

  it('is known for each page', () => {
    if (!ada || !ben || !cleo) throw new Error('Nobody is there.');
    const editors = [
      { page: 'lamps', user: ada },
      { page: 'maps', user: ben },
      { page: 'lamps', user: cleo },
    ];
    expect(editorsByPage(editors)).toEqual(
      new Map([
        ['lamps', [ada, cleo]],
        ['maps', [ben]],
      ]),
    );
    expect(editorsByPage(null).size).toBe(0);
  });
});

describe('who has just come', () => {
  it('is said once', () => {
    const arrivals = new Arrivals();
    expect(arrivals.of(['ada'], 0)).toEqual(['ada']);
    expect(arrivals.of(['ada', 'ben'], 1)).toEqual(['ben']);
    expect(arrivals.of(['ada', 'ben'], 2)).toEqual([]);
  });

  it('is not said of a person who reconnects, but of one who comes back later', () => {
    const arrivals = new Arrivals();
    arrivals.of(['ada'], 0);
    arrivals.of([], 1000);
    expect(arrivals.of(['ada'], 61_000)).toEqual([]);
    arrivals.of([], 70_000);
    arrivals.of([], 100_000);
    expect(arrivals.of(['ada'], 130_001)).toEqual(['ada']);
  });

  it('is not said when this browser was disconnected', () => {
    const arrivals = new Arrivals();
    arrivals.of(['ada'], 0);
    expect(arrivals.of(null, 1000)).toEqual([]);
    expect(arrivals.of(['ada'], 600_000)).toEqual([]);
  });
});
