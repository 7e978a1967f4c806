import { afterEach, expect, it, vi } from 'vitest';
import { describeNoApi, describeUnreachable } from './unreachable-server.ts';

afterEach(() => vi.unstubAllGlobals());

const page = 'https://console.example';

/** Stands for the browser: it answers with an opaque response, or fails. */
function connect(isAlive: boolean): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { mode, credentials }: RequestInit) => {
    requests.push(`${mode} ${credentials} ${url}`);
    if (!isAlive) throw new TypeError('Failed to fetch');
    return Response.error();
  });
  return requests;
}

it('a person sees which permission a server lacks that answers, but not to scripts', async () => {
  const promise = connect(true);
  expect(await describeUnreachable('https://docs.example/base', page)).toBe(
    'docs.example doesn’t allow this console. Its CORS settings must allow the origin https://console.example and the header Authorization.',
  );
  expect(promise).toEqual(['no-cors omit https://docs.example/base/v1']);
});

it('a person sees that nothing answers', async () => {
  connect(false);
  expect(await describeUnreachable('https://docs.example:8443', page)).toBe(
    'Couldn’t reach docs.example:8443. Check the URL, and that the server is running.',
  );
});

it('a person sees that the browser blocks a server without HTTPS', async () => {
  const promise = connect(false);
  expect(await describeUnreachable('http://docs.example', page)).toContain(
    'browsers block servers at http://',
  );
  expect(promise).toEqual([]);
  expect(await describeUnreachable('http://localhost:4400', page)).toContain('Couldn’t reach localhost:4400');
});

it('says what to enter where another thing answers', () => {
  expect(describeNoApi('https://docs.example/help')).toBe(
    'docs.example answers, but there is no API at https://docs.example/help/v1. Enter the URL that comes before /v1.',
  );
});
