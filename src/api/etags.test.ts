import { expect, it } from 'vitest';
import { requireUnchanged, ifMatchHeader, recordEtag, takeRequiredEtag, etagOf } from './etags.ts';

const note = (method: string, tag: string | null) =>
  recordEtag(
    { method, url: 'http://x.test/v1/spaces/s1?x=1' },
    { headers: new Headers(tag === null ? {} : { ETag: tag }) },
  );

const change = { method: 'PATCH', url: 'http://x.test/v1/spaces/s1' };

it('requires the last ETag that was read or written, once', () => {
  note('GET', '"a"');
  note('PATCH', '"b"');
  expect(takeRequiredEtag(change)).toBeUndefined();
  requireUnchanged('/v1/spaces/s1');
  expect(takeRequiredEtag({ ...change, method: 'DELETE' })).toBeUndefined();
  expect(takeRequiredEtag(change)).toBe('"b"');
  expect(takeRequiredEtag(change)).toBeUndefined();
});

it('requires none where none is known', () => {
  note('GET', '"a"');
  requireUnchanged('/v1/spaces/s1');
  note('DELETE', null);
  requireUnchanged('/v1/spaces/s1');
  expect(takeRequiredEtag(change)).toBeUndefined();
  expect(ifMatchHeader(etagOf('/v1/spaces/s1'))).toEqual({});
  note('GET', '"c"');
  expect(ifMatchHeader(etagOf('/v1/spaces/s1'))).toEqual({ 'If-Match': '"c"' });
});
