/** Runs named commands side by side, prints one line for each as it ends, and the output of those that failed. */
import { spawn } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { delimiter, resolve } from 'node:path';

/** One command of a run, as one would type it; the tools of this installation are on its path. */
export interface Part {
  name: string;
  command: string;
  env?: Record<string, string>;
  /** Print what it wrote even when it succeeds. */
  loud?: boolean;
  /** Use only the processor time that others leave. */
  patient?: boolean;
}

/** How a part ended. `output` holds both streams in the order they came. */
export interface Result {
  part: Part;
  ok: boolean;
  seconds: number;
  output: string;
}

const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

/**
 * Runs one command to its end. Never rejects: a program that cannot be started is a failed result that says so.
 * With `live`, the output is also passed on while it comes.
 */
export function runPart(part: Part, live = false): Promise<Result> {
  const started = performance.now();
  return new Promise((done) => {
    let output = '';
    const child = spawn(part.command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path, NO_COLOR: '1', ...part.env },
    });
    if (part.patient === true && child.pid !== undefined) setPriority(child.pid, 15);
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      if (live) process.stdout.write(chunk);
    };
    const end = (ok: boolean): void =>
      done({ part, ok, seconds: (performance.now() - started) / 1000, output });
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Runs all parts, by default as many at a time as there are processors; returns the results in the order of `parts`. */
export async function runParts(parts: Part[], atATime = availableParallelism()): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = parts.map((part, index) => ({ part, index }));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await runPart(next.part);
      results[next.index] = result;
      printLine(result);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}

/** Prints the one line of a result. */
export function printLine({ part, ok, seconds }: Result): void {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${part.name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`);
}

/** Prints what the failed parts wrote, and what the loud ones wrote. */
export function printOutputs(results: Result[]): void {
  for (const { part, ok, output } of results) {
    if (ok && part.loud !== true) continue;
    console.log(`\n--- ${part.name}${ok ? '' : ' failed'}: ${part.command}`);
    console.log(output.trim());
  }
}
