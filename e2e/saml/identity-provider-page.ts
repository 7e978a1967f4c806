import { createServer } from 'node:http';
import { inflateRawSync } from 'node:zlib';

export interface SamlRequest {
  /** The id of the request, which the response contains. */
  requestId: string;
}

/** An identity provider's own page on a port of this machine. */
export interface ProviderPage {
  /** Where browsers are sent to. */
  ssoURL: string;
  close: () => Promise<void>;
}

/** Serves a page that signs in everyone and posts the XML from `createResponse` to `acsURL`. */
export async function openProviderPage(
  createResponse: (samlRequest: SamlRequest) => { acsURL: string; xml: string },
): Promise<ProviderPage> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const samlRequest = inflateRawSync(
      Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString();
    const { acsURL, xml } = createResponse({ requestId: / ID="([^"]+)"/.exec(samlRequest)?.[1] ?? '' });
    const value = Buffer.from(xml).toString('base64');
    const state = encodeURI(searchParams.get('RelayState') ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(
      `<title>Provider</title><form method="post" action="${acsURL}"><input name="SAMLResponse" value="${value}"><input name="RelayState" value="${state}"></form>` +
        '<script>document.forms[0].submit()</script>',
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    ssoURL: `http://127.0.0.1:${port}/sso`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
