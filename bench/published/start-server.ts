import { fork } from 'node:child_process';
import { once } from 'node:events';
import { build } from 'vite';
import { nodeFlags } from '../../e2e/support/server.ts';
import type { ServerPlan, ServerReady, Usage } from './server.ts';

const FOLDER = 'dist/published-bench';

/** Starts the measured server, bundled like the real one, so that nothing is compiled at run time. */
export async function startPublishedServer(plan: ServerPlan) {
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'bench/published/server.ts', outDir: FOLDER, emptyOutDir: true, target: 'node20' },
  });
  const child = fork(`${FOLDER}/server.js`, [JSON.stringify(plan)], { execArgv: [...nodeFlags] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The measured server exited with code ${code}.`);
  });
  // Only who waits for the process wants to know.
  ended.catch(() => undefined);
  const message = async <Message>(): Promise<Message> => {
    const [found]: Message[] = await Promise.race([once(child, 'message'), ended]);
    if (found === undefined) throw new Error('The measured server sent nothing.');
    return found;
  };
  return {
    ...(await message<ServerReady>()),
    /** What the process has used until now. */
    usage: (): Promise<Usage> => {
      child.send('usage');
      return message<Usage>();
    },
    stop: () => child.kill(),
  };
}

export type PublishedServer = Awaited<ReturnType<typeof startPublishedServer>>;
