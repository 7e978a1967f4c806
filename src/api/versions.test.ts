import { expect, it } from 'vitest';
import { expectUnchanged, ifUnchanged, noteVersion, takeExpected, versionOf } from './versions.ts';

const note = (method: string, tag: string | null) =>
  noteVersion(
    { method, url: 'http://x.test/v1/spaces/s1?x=1' },
    { headers: new Headers(tag === null ? {} : { ETag: tag }) },
  );

const change = { method: 'PATCH', url: 'http://x.test/v1/spaces/s1' };

it('requires the last ETag that was read or written, once', () => {
  note('GET', '"a"');
  note('PATCH', '"b"');
  expect(takeExpected(change)).toBeUndefined();
  expectUnchanged('/v1/spaces/s1');
  expect(takeExpected({ ...change, method: 'DELETE' })).toBeUndefined();
  expect(takeExpected(change)).toBe('"b"');
  expect(takeExpected(change)).toBeUndefined();
});

it('requires none where none is known', () => {
  note('GET', '"a"');
  expectUnchanged('/v1/spaces/s1');
  note('DELETE', null);
  expectUnchanged('/v1/spaces/s1');
  expect(takeExpected(change)).toBeUndefined();
  expect(ifUnchanged(versionOf('/v1/spaces/s1'))).toEqual({});
  note('GET', '"c"');
  expect(ifUnchanged(versionOf('/v1/spaces/s1'))).toEqual({ 'If-Match': '"c"' });
});
