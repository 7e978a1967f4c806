/** Longer than a server that is there needs to say anything. */
const probeTimeoutMs = 10_000;

/** Whether something answers at a URL. The browser hides what it says. */
async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * The reason why a request to another server got no response, as far as a browser can find out: to scripts, a
 * server that doesn't allow this console looks unreachable, except that it accepts requests whose response is
 * not read.
 * @param server the base URL of its API, without `/v1`
 * @param page the origin of the console
 */
export async function describeUnreachable(server: string, page: string): Promise<string> {
  const { host, hostname, protocol } = new URL(server);
  // Browsers exempt their own machine.
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  if (page.startsWith('https:') && protocol === 'http:' && !isLocal)
    return `Couldn’t connect to ${host}. This page uses HTTPS, so browsers block servers at http://.`;
  return (await answers(`${server}/v1`))
    ? `${host} doesn’t allow this console. Its CORS settings must allow the origin ${page} and the header Authorization.`
    : `Couldn’t reach ${host}. Check the URL, and that the server is running.`;
}

/** Instructions where the server at a URL doesn't have this API. */
export function describeNoApi(server: string): string {
  const { host } = new URL(server);
  return `${host} answers, but there is no API at ${server}/v1. Enter the URL that comes before /v1.`;
}
