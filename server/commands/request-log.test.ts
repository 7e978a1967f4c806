import { describe, expect, it } from 'vitest';
import { redactSecrets } from './request-log.ts';

describe('redactSecrets', () => {
  it('redacts secrets and nothing else', () => {
    expect(redactSecrets('/v1/spaces/a?shareKey=secret&limit=3')).toBe(
      '/v1/spaces/a?shareKey=[hidden]&limit=3',
    );
    expect(redactSecrets('/files/a?expires=1&signature=secret')).toBe(
      '/files/a?expires=1&signature=[hidden]',
    );
    expect(redactSecrets('/v1/orgs/a/invites/secret?x=1')).toBe('/v1/orgs/a/invites/[hidden]?x=1');
    expect(redactSecrets('/join/a/secret')).toBe('/join/a/[hidden]');
    expect(redactSecrets('/v1/orgs/a/link-invites/id')).toBe('/v1/orgs/a/link-invites/id');
    expect(redactSecrets('/v1/orgs/a/invites')).toBe('/v1/orgs/a/invites');
    expect(redactSecrets('/v1/orgs?search=code')).toBe('/v1/orgs?search=code');
  });
});
