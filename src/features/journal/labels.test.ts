import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '#src/api/log/journal.ts';
import { journalLines, describeEntry } from './labels.ts';

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

describe('describeEntry', () => {
  it.each([
    ['PUT', '/v1/orgs/1/teams', '{"title":"Docs"}', 'Created team “Docs”'],
    ['PATCH', '/v1/orgs/1', null, 'Changed organization'],
    ['DELETE', '/v1/orgs/1/members/2', null, 'Deleted member'],
    ['POST', '/v1/orgs/1/members/2/sso', null, 'Required single sign-on for member'],
    ['POST', '/v1/spaces/1/move', '{"parent":null}', 'Moved space'],
    ['POST', '/v1/spaces/1/change-requests/2/merge', null, 'Merged change request'],
    ['POST', '/v1/planets?x=1', '[1]', 'Created “planets”'],
  ])('describes %s %s', (method, path, body, words) => {
    expect(describeEntry(entry(method, path, { body }))).toBe(words);
  });

  it('prefers the label of the change', () => {
    expect(describeEntry(entry('PATCH', '/v1/orgs/1', { label: 'Renamed it' }))).toBe('Renamed it');
  });
});

it('merges repeated changes into one line, newest first', () => {
  const lines = journalLines([
    entry('PATCH', '/v1/orgs/1/members/1', { at: 1 }),
    entry('PATCH', '/v1/orgs/1/members/2', { at: 2 }),
    entry('PATCH', '/v1/orgs/1/members/3', { at: 3, label: 'Made 3 members editors' }),
    entry('PATCH', '/v1/orgs/1/members/4', { at: 90_000 }),
    entry('PATCH', '/v1/orgs/1/members/5', { at: 140_000 }),
  ]);
  expect(lines.map(({ text, count }) => `${count} ${text}`)).toEqual([
    '1 Changed member',
    '1 Changed member',
    '1 Made 3 members editors',
    '2 Changed member',
  ]);
});
