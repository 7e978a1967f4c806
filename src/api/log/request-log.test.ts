import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearRequestLog, logRequest, requestLog } from './request-log.ts';

vi.stubGlobal('location', { pathname: '/o/1/members' });

const responseWith = (status: number) => ({ status, headers: new Headers({ 'X-Request-Id': 'r1' }) });
const latest = () => requestLog.get().at(-1);

describe('logRequest', () => {
  beforeEach(clearRequestLog);

  it('logs a request and its response', () => {
    const entry = logRequest(new Request('http://x.test/v1/orgs?limit=2'), '');
    expect(latest()).toMatchObject({ method: 'GET', path: '/v1/orgs?limit=2', status: null, body: null });
    entry(responseWith(200), 12.4);
    expect(latest()).toMatchObject({ status: 200, durationMs: 12, requestId: 'r1', screen: '/o/1/members' });
  });

  it('logs status 0 without a response', () => {
    logRequest(new Request('http://x.test/v1/orgs'), '')(null);
    expect(latest()?.status).toBe(0);
  });

  it('never logs a token, a share key or an invite secret', () => {
    const request = new Request('http://x.test/v1/orgs/1/sites/2/published?shareKey=abc', {
      headers: { Authorization: 'Bearer t0ken' },
    });
    logRequest(request, '');
    logRequest(new Request('http://x.test/v1/orgs/1/invites/s3cret', { method: 'POST' }), '');
    logRequest(
      new Request('http://x.test/v1/x', { method: 'POST' }),
      '{"title":"A","nested":{"apiToken":"t0ken"}}',
    );
    const logged = JSON.stringify(requestLog.get());
    expect(logged).not.toMatch(/abc|t0ken|s3cret/);
    expect(latest()?.body).toContain('"title":"A"');
  });

  it('drops a body that is not JSON', () => {
    logRequest(new Request('http://x.test/v1/x', { method: 'POST' }), 'token=abc');
    expect(latest()?.body).toBeNull();
  });

  it('keeps the latest three hundred', () => {
    for (let index = 0; index < 310; index += 1) logRequest(new Request(`http://x.test/v1/${index}`), '');
    expect(requestLog.get()).toHaveLength(300);
    expect(latest()?.path).toBe('/v1/309');
  });
});
