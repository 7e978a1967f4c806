import { describe, expect, it } from 'vitest';
import { changesAsText, changesIn, fieldName, readable } from './audit-changes.ts';
import { readAuditSearch, toAuditQuery } from './audit-search.ts';

describe('what an entry changed', () => {
  it('stands field by field, in words', () => {
    expect(
      changesIn({ before: { defaultRole: null, sso: false }, after: { defaultRole: 'edit', name: 'x' } }),
    ).toEqual([
      { field: 'Default role', before: 'Guest', after: 'Editor' },
      { field: 'Single sign-on', before: 'no', after: undefined },
      { field: 'Name', before: undefined, after: 'x' },
    ]);
    expect(changesAsText({ before: { role: 'read' }, after: { role: 'edit' } })).toBe(
      'Role: Reader → Editor',
    );
    expect(changesAsText({})).toBe('');
  });

  it.each([
    [[], 'none'],
    [['a', true], 'a, yes'],
    ['', 'empty'],
    [3, '3'],
    [{ a: 1 }, '{"a":1}'],
  ])('reads %j as %s', (value, text) => {
    expect(readable(value)).toBe(text);
  });

  it('shows a time as a time', () => {
    expect(readable('2026-11-21T12:00:00.000Z')).toMatch(/2026/);
    expect(readable('2026-11-21T12:00:00.000Z')).not.toContain('T12');
  });

  it('names fields', () => {
    expect(fieldName('email_domains')).toBe('Email domains');
  });
});

describe('the address of the log', () => {
  it('is read whatever stands in it', () => {
    expect(
      readAuditSearch({ action: 'updateMember', since: 'yesterday', until: '2026-02-31x', actor: 7 }),
    ).toEqual({
      action: 'updateMember',
      actor: '7',
      since: undefined,
      until: undefined,
    });
  });

  it('asks for whole days', () => {
    const { since, until } = toAuditQuery({ since: '2026-11-20', until: '2026-11-20' });
    expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(24 * 60 * 60 * 1000);
    expect(toAuditQuery({})).toEqual({});
  });
});
