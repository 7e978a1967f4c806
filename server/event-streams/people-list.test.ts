// @module-tag without-database
import { describe, expect, it, vi } from 'vitest';
import type { User } from '#api/generated/types.gen.ts';
import { ChangeBatch } from './change-batch.ts';
import { ChangeRequestStream } from './change-request-stream.ts';
import { type Attending, PeopleList } from './people-list.ts';
import { StreamLimits } from './stream-limits.ts';

const user = (id: string): User => ({ object: 'user', id, displayName: id, urls: {} });
const editing = (page: string, id: string): Attending => ({ page, isEditing: true, user: user(id) });
const listedPeople = (list: PeopleList, ...own: Attending[]): string[] =>
  JSON.parse(list.toJson(own)).map(
    (person: { page?: string; editing: boolean; user: User }) =>
      `${person.page ?? '-'} ${person.user.id}${person.editing ? '' : ' reads'}`,
  );

describe('the list of people', () => {
  it('has each person once per page, always in the same order', () => {
    const all = [editing('b', 'ada'), editing('a', 'ben'), editing('b', 'ada'), editing('a', 'ada')];
    expect(listedPeople(new PeopleList(all))).toEqual(['a ada', 'a ben', 'b ada']);
    expect(new PeopleList(all.toReversed()).toJson()).toBe(new PeopleList(all).toJson());
  });

  it('leaves out the connection that it is for, not the others of that person', () => {
    const list = new PeopleList([
      editing('a', 'ada'),
      editing('a', 'ben'),
      editing('b', 'ada'),
      editing('b', 'ada'),
    ]);
    expect(listedPeople(list, editing('a', 'ada'))).toEqual(['a ben', 'b ada']);
    expect(listedPeople(list, editing('b', 'ada'))).toEqual(['a ada', 'a ben', 'b ada']);
    expect(listedPeople(list, editing('a', 'ada'), editing('a', 'ben'))).toEqual(['b ada']);
  });

  it('says who only reads, and has no such people among the editors', () => {
    const list = new PeopleList([
      { page: 'a', isEditing: false, user: user('ada') },
      { page: undefined, isEditing: false, user: user('ben') },
      editing('a', 'cleo'),
    ]);
    expect(listedPeople(list)).toEqual(['- ben reads', 'a ada reads', 'a cleo']);
    expect(list.editors()).toEqual([{ page: 'a', user: user('cleo') }]);
  });

  it('has 100 entries at most', () => {
    const many = Array.from({ length: 150 }, (_, index) => editing('a', `user-${1000 + index}`));
    expect(listedPeople(new PeopleList(many))).toHaveLength(100);
    expect(new PeopleList(many).editors()).toHaveLength(100);
  });
});

describe('the stream of a change request', () => {
  it('says at once that something has changed, and of further changes after a pause', () => {
    vi.useFakeTimers();
    const sent: string[] = [];
    const stream = new ChangeRequestStream(
      {
        isBlocked: false,
        sendChanges: () => {},
        send: (name, data) => void sent.push(`${name} ${data}`),
        sendPeople: () => {},
        sendId: () => {},
        beat: () => void sent.push('beat'),
        untilRoom: async () => {},
        checkReader: () => {},
        end: () => void sent.push('end'),
      },
      'lamps',
    );
    const change = (changeRequest: string | undefined, id: string) => {
      const subject = changeRequest === undefined ? {} : { changeRequest };
      const target = { kind: 'change-request', id: 'lamps' };
      const event = { id: 'e', action: 'updateContent', target, user: id, ...subject };
      stream.sendChanges(new ChangeBatch([{ event, id: undefined }]));
    };
    change('other', 'ada');
    change(undefined, 'ada');
    stream.send('access');
    for (const id of ['ada', 'ada', 'ben']) change('lamps', id);
    expect(sent).toEqual(['change {"user":"ada"}']);
    vi.advanceTimersByTime(1000);
    stream.send('resync');
    stream.beat();
    expect(sent.slice(1)).toEqual(['change {"user":null}', 'beat']);
    vi.advanceTimersByTime(1000);
    expect(sent.slice(3)).toEqual(['change {"user":null}']);
    stream.end();
    vi.useRealTimers();
  });
});

describe('the places for streams', () => {
  it('are 2,000 in a process, and free again when a stream is closed', () => {
    const limits = new StreamLimits();
    const free = Array.from({ length: 2000 }, (_, index) => limits.take(`user ${index}`));
    expect(() => limits.take('one more')).toThrow('too many open streams');
    free[0]?.();
    limits.take('one more');
    expect(limits.taken).toBe(2000);
  });
});
