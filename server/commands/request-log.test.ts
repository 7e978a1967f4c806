import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './request-log.ts';

describe('withoutSecrets', () => {
  it('hides what lets somebody in, and nothing else', () => {
    expect(withoutSecrets('/v1/spaces/a?shareKey=secret&limit=3')).toBe(
      '/v1/spaces/a?shareKey=[hidden]&limit=3',
    );
    expect(withoutSecrets('/v1/orgs?search=code')).toBe('/v1/orgs?search=code');
  });
});
