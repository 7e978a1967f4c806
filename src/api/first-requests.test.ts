import { describe, expect, it } from 'vitest';
import { firstRequests, requestKey } from './first-requests.ts';

const at = (path: string) => new URL(path, 'http://localhost');

describe('firstRequests', () => {
  it.each([
    ['/login', []],
    ['/o/acme', ['/v1/orgs/acme']],
    ['/o/acme/', ['/v1/orgs/acme']],
    [
      '/o/acme/sites/docs/structure?find=x',
      ['/v1/orgs/acme', '/v1/orgs/acme/sites/docs', '/v1/orgs/acme/sites/docs/structure?form=outline'],
    ],
    ['/o/acme/sites/docs/visitors', ['/v1/orgs/acme']],
    [
      '/o/acme/spaces/guide/changes/12',
      ['/v1/orgs/acme', '/v1/spaces/guide', '/v1/spaces/guide/change-requests/12'],
    ],
    [
      '/o/acme/spaces/guide/changes/12/diff',
      ['/v1/orgs/acme', '/v1/spaces/guide', '/v1/spaces/guide/change-requests/12'],
    ],
    ['/o/acme/spaces/guide/changes/new', ['/v1/orgs/acme']],
    ['/o/acme/members', ['/v1/orgs/acme', '/v1/orgs/acme/members?limit=50']],
    [
      '/o/acme/members?role=admin&q=ada+l&sort=lastSeenAt',
      ['/v1/orgs/acme', '/v1/orgs/acme/members?limit=50&search=ada+l&role=admin&sort=lastSeenAt'],
    ],
    [
      '/o/acme/members?role=king&sort=age&order=up&q=%00',
      ['/v1/orgs/acme', '/v1/orgs/acme/members?limit=50'],
    ],
    [
      '/o/acme/sites?published=false&q=docs',
      ['/v1/orgs/acme', '/v1/orgs/acme/sites?limit=50&title=docs&published=false'],
    ],
  ])('of %s', (path, expected) => {
    expect(firstRequests(at(path))).toEqual(expected);
  });
});

describe('requestKey', () => {
  it('does not depend on the order of the search or its encoding', () => {
    expect(requestKey(at('/v1/x?b=1&a=x%20y'))).toBe(requestKey(at('/v1/x?a=x+y&b=1')));
    expect(requestKey(at('/v1/x?a=1'))).not.toBe(requestKey(at('/v1/x?a=2')));
  });
});
