/** A little longer than the server's own limit. */
const requestTimeoutMs = 65_000;

/** Like `fetch`, with a timeout that counts as a network error. */
export async function fetchWithTimeout(target: string | Request, init: RequestInit = {}): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new TypeError('Request timed out.')), requestTimeoutMs);
  try {
    if (typeof target === 'string') return await fetch(target, { ...init, signal: limit.signal });
    const signal = AbortSignal.any([target.signal, limit.signal]);
    return await fetch(new Request(target, { signal }));
  } finally {
    clearTimeout(timer);
  }
}
