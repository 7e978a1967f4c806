import { setPriority } from 'node:os';
import type { ConvertedHtml, HtmlText } from '#server/content/import/convert-html.ts';
import type { ImportedPage } from '#server/content/import/imported.ts';
import type { MarkdownText } from '#server/content/import/read-markdown.ts';
import type { Unpacked } from '#server/content/import/unpack-zip.ts';
import type { ReadSpec, SpecText } from '#server/resources/api-specs/read-spec.ts';

/** What each task takes and gives. Both travel between processes: plain data only. */
export interface Tasks {
  readSpec: { input: SpecText; result: ReadSpec };
  convertHtml: { input: HtmlText; result: ConvertedHtml };
  readMarkdown: { input: MarkdownText; result: ImportedPage };
  unpackZip: { input: { bytes: Uint8Array }; result: Unpacked };
}

/** The tasks themselves. What they are made of is loaded when it is first needed. */
const tasks: {
  [Name in keyof Tasks]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['result']>;
} = {
  readSpec: async (input) => (await import('#server/resources/api-specs/read-spec.ts')).readSpec(input),
  convertHtml: async (input) => (await import('#server/content/import/convert-html.ts')).convertHtml(input),
  readMarkdown: async (input) =>
    (await import('#server/content/import/read-markdown.ts')).readMarkdown(input),
  unpackZip: async (input) => (await import('#server/content/import/unpack-zip.ts')).unpackZip(input),
};

/** What a task process is sent. */
export interface TaskMessage {
  name: keyof Tasks;
  input: unknown;
}

/** What it answers: the result, or why there is none. `isLimit` where the input asks for more than may be had. */
export type TaskAnswer<Result> = { result: Result } | { problem: string; isLimit: boolean };

/** Where this module is: a task process starts with it. */
export const tasksFile = import.meta.url;

/** The argument that makes a process a task process. */
export const TASK_PROCESS = '--task-process';

/** Below the server itself, which has to answer others meanwhile. */
const LOWER_PRIORITY = 10;

if (process.send !== undefined && process.argv[2] === TASK_PROCESS) answerTasks();

function answerTasks(): void {
  setPriority(LOWER_PRIORITY);
  // The server decides when it ends: what a terminal sends to all of its processes is for the server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (message: TaskMessage) => {
    void answerTask(message).then((answer) => process.send?.(answer));
  });
}

async function answerTask({ name, input }: TaskMessage): Promise<TaskAnswer<unknown>> {
  try {
    const task: (input: unknown) => Promise<unknown> = Reflect.get(tasks, String(name));
    return { result: await task(input) };
  } catch (error) {
    // Nesting that the stack does not hold, and texts longer than any may be, end as a RangeError.
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { problem, isLimit: error instanceof RangeError };
  }
}
