import { describe, expect, it } from 'vitest';
import { etagOf, laterThan, assertIfMatch } from './etag.ts';

const version = new Date('2026-05-01T10:00:00.123Z');
const request = (ifMatch?: string) => ({ headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });

describe('requireMatch', () => {
  it.each([undefined, '*', etagOf(version), `W/${etagOf(version)}`, `"other", ${etagOf(version)}`])(
    'lets If-Match %s pass',
    (header) => {
      expect(() => assertIfMatch(request(header), version)).not.toThrow();
    },
  );

  it.each(['"other"', etagOf(new Date(version.getTime() + 1)), 'nonsense', ''])(
    'refuses If-Match %j',
    (header) => {
      expect(() => assertIfMatch(request(header), version)).toThrow(expect.objectContaining({ status: 412 }));
    },
  );
});

describe('etagOf', () => {
  it('is the same for a time and for its text in an answer', () => {
    expect(etagOf(version.toISOString())).toBe(etagOf(version));
  });
});

describe('laterThan', () => {
  it('is now, or a millisecond after the last change where the clock did not move', () => {
    const later = new Date(version.getTime() + 5);
    expect(laterThan(version, later)).toBe(later);
    expect(laterThan(version, version).getTime()).toBe(version.getTime() + 1);
    expect(laterThan(later, version).getTime()).toBe(later.getTime() + 1);
  });
});
