import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#src/api/journal.ts';
import { journalLines, wordsOf } from './journal-words.ts';

const entry = (method: string, path: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id: path,
  method,
  path,
  origin: '',
  body: null,
  requestId: null,
  at: 0,
  ...more,
});

describe('wordsOf', () => {
  it.each([
    ['PUT', '/v1/orgs/1/teams', '{"title":"Docs"}', 'Created a team “Docs”'],
    ['PATCH', '/v1/orgs/1', null, 'Changed the organization'],
    ['DELETE', '/v1/orgs/1/members/2', null, 'Deleted a member'],
    ['POST', '/v1/orgs/1/members/2/sso', null, 'Required single sign-on of a member'],
    ['POST', '/v1/spaces/1/move', '{"parent":null}', 'Moved a space'],
    ['POST', '/v1/spaces/1/change-requests/2/merge', null, 'Merged a change request'],
    ['POST', '/v1/planets?x=1', '[1]', 'Created “planets”'],
  ])('says what %s %s did', (method, path, body, words) => {
    expect(wordsOf(entry(method, path, { body }))).toBe(words);
  });

  it('prefers the words that the change was given', () => {
    expect(wordsOf(entry('PATCH', '/v1/orgs/1', { label: 'Renamed it' }))).toBe('Renamed it');
  });
});

it('puts repetitions into one line, the latest first', () => {
  const lines = journalLines([
    entry('PATCH', '/v1/orgs/1/members/1', { at: 1 }),
    entry('PATCH', '/v1/orgs/1/members/2', { at: 2 }),
    entry('PATCH', '/v1/orgs/1/members/3', { at: 3, label: 'Made 3 members editors' }),
    entry('PATCH', '/v1/orgs/1/members/4', { at: 90_000 }),
    entry('PATCH', '/v1/orgs/1/members/5', { at: 140_000 }),
  ]);
  expect(lines.map(({ words, count }) => `${count} ${words}`)).toEqual([
    '1 Changed a member',
    '1 Changed a member',
    '1 Made 3 members editors',
    '2 Changed a member',
  ]);
});
