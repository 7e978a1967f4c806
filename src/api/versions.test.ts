import { expect, it } from 'vitest';
import { ifUnchanged, noteVersion, versionOf } from './versions.ts';

const note = (method: string, tag: string | null) =>
  noteVersion(
    { method, url: 'http://x.test/v1/spaces/s1?x=1' },
    { headers: new Headers(tag === null ? {} : { ETag: tag }) },
  );

it('knows the version that was read or written last', () => {
  note('GET', '"a"');
  expect(versionOf('/v1/spaces/s1')).toBe('"a"');
  note('PATCH', '"b"');
  expect(ifUnchanged(versionOf('/v1/spaces/s1'))).toEqual({ 'If-Match': '"b"' });
});

it('knows none of what has none or is gone', () => {
  note('GET', '"a"');
  note('DELETE', null);
  expect(versionOf('/v1/spaces/s1')).toBeUndefined();
  note('GET', null);
  expect(ifUnchanged(versionOf('/v1/spaces/s1'))).toEqual({});
});
