/**
 * `npm run check`: all checks that need no browser and no database. Arguments select checks: `npm run check -- types
 * lint`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A command; local binaries are on its path. */
export interface Task {
  name: string;
  command: string;
  env?: Record<string, string>;
  /** Run with low priority. */
  hasLowPriority?: boolean;
}

interface TaskResult {
  task: Task;
  ok: boolean;
  seconds: number;
  /** Both streams in order. */
  output: string;
}

const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

/** A command with arguments that may hold anything, such as `-g "a|b"`. */
export const toCommand = (program: string, args: readonly string[]): string =>
  [program, ...args.map((argument) => `'${argument.replaceAll("'", String.raw`'\''`)}'`)].join(' ');

/** Runs a command; prints its output immediately if `live`. */
export async function runTask(task: Task, live = false): Promise<TaskResult> {
  const started = performance.now();
  const child = spawn(task.command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, NO_COLOR: '1', ...task.env },
  });
  if (task.hasLowPriority === true && child.pid !== undefined) setPriority(child.pid, 15);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (live) process.stdout.write(chunk);
    });
  const [code] = await once(child, 'close');
  return { task, ok: code === 0, seconds: (performance.now() - started) / 1000, output };
}

/**
 * Runs all tasks, by default as many at a time as there are processors; prints failures. Returns the results in the
 * order in which the tasks ended.
 */
export async function runTasks(tasks: Task[], concurrency = availableParallelism()): Promise<TaskResult[]> {
  const results: TaskResult[] = [];
  const queue = [...tasks];
  const worker = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const result = await runTask(task);
      results.push(result);
      const seconds = result.seconds.toFixed(1).padStart(6);
      console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${task.name.padEnd(12)} ${seconds} s`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  for (const result of results) if (!result.ok) console.log(`\n${describeFailure(result)}`);
  return results;
}

export const describeFailure = ({ task, output }: TaskResult): string =>
  `--- ${task.name} failed: ${task.command}\n${output.trim()}`;

/** The checks in the order of package.json: slow ones first, so that no processor idles at the end. */
export function listChecks(): Task[] {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.entries(scripts).flatMap(([script, command]) => {
    const [kind, name] = script.split(':');
    return kind === 'check' && name !== undefined ? [{ name, command }] : [];
  });
}

async function main(names: string[]): Promise<void> {
  const checks = listChecks();
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    const checkNames = checks.map(({ name }) => name).join(', ');
    console.error(`Unknown check: ${unknown.join(', ')}. Available: ${checkNames}.`);
    process.exitCode = 2;
    return;
  }
  const started = performance.now();
  const results = await runTasks(checks.filter(({ name }) => names.length === 0 || names.includes(name)));
  const failed = results.filter(({ ok }) => !ok).map(({ task }) => task.name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    failed.length === 0
      ? `\n${results.length} checks passed (${seconds} s).`
      : `\n${failed.length} of ${results.length} checks failed (${seconds} s): ${failed.join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
