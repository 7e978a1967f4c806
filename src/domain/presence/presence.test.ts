import { describe, expect, it } from 'vitest';
import type { User } from '#api/generated/types.gen.ts';
import { Arrivals } from './arrivals.ts';
import { describeEditedPages, describeEditors, describeMark, describePeople } from './describe-editors.ts';
import { editorsByPage } from './page-editors.ts';
import { editorsAmong, readPresence, withOtherTabs } from './people.ts';

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

describe('who has something open', () => {
  const presence = (data: string) => readPresence({ name: 'presence', data });
  const person = { user: ada, page: 'lamps', editing: true };

  it('is read from an event of the contract, without what this console does not know', () => {
    const data = {
      subject: 'space:docs',
      people: [person, { user: ben, editing: false }, { user: {} }, null],
    };
    expect(presence(JSON.stringify(data))).toEqual({
      subject: 'space:docs',
      people: data.people.slice(0, 2),
    });
    for (const other of ['', 'null', '{"subject":"space:docs"}', '{"people":[]}'])
      expect(presence(other)).toBeNull();
    expect(readPresence({ name: 'change', data: JSON.stringify(data) })).toBeNull();
  });

  it('has the reader in another tab of the same browser', () => {
    const tabs = ['change-request:1:lamps:edit', 'change-request:1', 'site:1'];
    const own = (page: string | undefined, editing: boolean) => ({
      user: ada,
      ...(page !== undefined && { page }),
      editing,
    });
    const inTabs = withOtherTabs([], { subject: 'change-request:1', tabs, reader: ada ?? null });
    expect(inTabs).toEqual([own('lamps', true), own(undefined, false)]);
    expect(withOtherTabs(inTabs, { subject: 'change-request:1', tabs, reader: ada ?? null })).toEqual(inTabs);
    expect(withOtherTabs([], { subject: 'change-request:1', tabs, reader: null })).toEqual([]);
    expect(editorsAmong(inTabs)).toEqual([{ user: ada, page: 'lamps' }]);
  });

  it('is said with names, and of the reader in another window', () => {
    expect(plain(describePeople(people.slice(0, 1), 'zoe'))).toBe('Ada has this open, too.');
    expect(plain(describePeople(people.slice(0, 3), 'ada'))).toBe(
      'Ben and Cleo have this open, too. You have this open in another window.',
    );
  });
});
