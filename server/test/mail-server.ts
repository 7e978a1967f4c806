import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server in this process. */
export interface TestMailServer {
  /** `smtp://127.0.0.1:<port>`, with user and password if it asks for them. */
  url: string;
  /** The accepted mails. */
  received: () => Promise<Email[]>;
  close: () => Promise<void>;
}

/** An error with which the server replies: `reply(451, '4.7.1 Greylisted')`. */
export function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export async function startMailServer(
  options: SMTPServerOptions = {},
  credentials?: { user: string; password: string },
): Promise<TestMailServer> {
  const received: Promise<Email>[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: credentials === undefined,
    // The library's certificate is public, which is right for a test only; it warns about it.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      credentials && auth.username === credentials.user && auth.password === credentials.password
        ? done(null, { user: auth.username })
        : done(reply(535, '5.7.8 Authentication failed')),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
    ...options,
  });
  // Broken connections are what some tests are about.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  const user = credentials ? `${credentials.user}:${credentials.password}@` : '';
  return {
    url: `${options.secure === true ? 'smtps' : 'smtp'}://${user}127.0.0.1:${port}`,
    received: () => Promise.all(received),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
