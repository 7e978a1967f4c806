import { takeEarlyAnswer } from './early.ts';
import { errorFrom, notSent, unreachable } from './errors.ts';
import { client } from './generated/client.gen.ts';
import { session, startSession } from './session.ts';

/**
 * Sends one request of the generated client: with the session's token, once more when the session had to be renewed
 * or begun again, and not at all when it is a change and the device is offline.
 */
async function send(request: Request): Promise<Response> {
  const early = await takeEarlyAnswer(request);
  if (early) return early;
  const operation = `${request.method} ${new URL(request.url).pathname}`;
  if (request.method !== 'GET' && !navigator.onLine) throw notSent(operation);
  await startSession();
  const token = await session.token();
  const response = await fetch(withToken(request.clone(), token));
  if (response.status !== 401) return response;
  const another = await session.recover(token);
  return another ? fetch(withToken(request, another)) : response;
}

function withToken(request: Request, token: string | null): Request {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Joins the generated client to this application. Called once, before the first request.
 */
export function connectClient(): void {
  client.setConfig({ fetch: (request) => send(new Request(request)) });
  session.state.subscribe(() => {
    const state = session.state.get();
    if (state.status === 'signed-in') client.setConfig({ baseUrl: state.server ?? '' });
  });
  client.interceptors.error.use((error: unknown, response: Response | undefined, request, options) => {
    const operation = `${request.method} ${options.url}`;
    if (response) return errorFrom(response.status, response.headers, error, operation);
    return isAbort(error) ? error : unreachable(error, operation);
  });
}
