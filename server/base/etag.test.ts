// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { assertIfMatch, etagOf, etagOfBody, laterThan } from './etag.ts';

const version = new Date('2026-05-01T10:00:00.123Z');
const request = (ifMatch?: string) => ({ headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

describe('requireMatch', () => {
  it.each([
    undefined,
    '*',
    etagOf(version),
    `W/${etagOf(version)}`,
    `"other", ${etagOf(version)}`,
    etagOfBody('{}', version),
  ])('accepts If-Match %s', (header) => {
    expect(() => assertIfMatch(request(header), version)).not.toThrow();
  });

  it.each(['"other"', etagOf(new Date(version.getTime() + 1)), 'nonsense', ''])(
    'rejects If-Match %j',
    (header) => {
      expect(() => assertIfMatch(request(header), version)).toThrow(expect.objectContaining({ status: 412 }));
    },
  );
});

describe('etagOf', () => {
  it('is the same for a date and for its serialized form', () => {
    expect(etagOf(version.toISOString())).toBe(etagOf(version));
  });
});

describe('laterThan', () => {
  it('returns the current time, or a millisecond after the last change if the clock has not moved', () => {
    const later = new Date(version.getTime() + 5);
    expect(laterThan(version, later)).toBe(later);
    expect(laterThan(version, version).getTime()).toBe(version.getTime() + 1);
    expect(laterThan(later, version).getTime()).toBe(later.getTime() + 1);
  });
});
