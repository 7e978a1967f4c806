import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { bundledFile, type Program } from './programs.ts';

/** A process of ours that a test has started. */
export interface StartedProcess {
  child: ChildProcess;
  /** What it has written so far, both streams together. */
  output: () => string;
  stdout: () => string;
  /** Waits for the end; the exit code, or null after a signal. */
  ended: Promise<number | null>;
  /** Waits until the output holds a text; throws with all output when the process ends before. */
  waitForOutput: (text: string) => Promise<void>;
}

/**
 * For processes that live a second or two: the embedded engine is not compiled a second time to run faster later, which
 * would be a third of what they cost.
 */
const shortLived = '--liftoff-only';

/** Runs a program of the server in a process of its own. */
export async function startProcess(
  program: Program,
  args: readonly string[],
  env: Record<string, string>,
): Promise<StartedProcess> {
  const child = spawn(process.execPath, [shortLived, await bundledFile(program), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  const says = async (text: string) => {
    while (!output.includes(text)) {
      const more = await Promise.race([
        once(child.stdout, 'data'),
        once(child.stderr, 'data'),
        ended.then(() => undefined),
      ]);
      if (more === undefined && !output.includes(text)) {
        throw new Error(`The process ended without printing "${text}":\n${output}`);
      }
    }
  };
  return { child, output: () => output, stdout: () => stdout, ended, waitForOutput: says };
}

/** Runs one command line to its end. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; output: string }> {
  const started = await startProcess('main', args, env);
  const code = await started.ended;
  return { code, stdout: started.stdout(), output: started.output() };
}

/** A port that nobody uses at the moment. */
export async function findPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, 'localhost'), 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}
