import { sharedDatabase, startApp } from '#server/test/test-app.ts';

/** A server at a port of this machine, on the shared database, for clients that send requests themselves. */
export async function listen(): Promise<{ url: string; close: () => Promise<void> }> {
  const { app, close } = await startApp({ database: await sharedDatabase() });
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close };
}
