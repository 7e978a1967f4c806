import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type * as archive from '#server/content/import/convert-archive.ts';
import type * as built from '#server/content/import/build-content.ts';
import type * as converted from '#server/content/import/convert-pages.ts';
import type * as merge from '#server/content/merge/merge-content.ts';
import type * as print from '#server/content/print/print-space.ts';
import type * as page from '#server/content/render-page.ts';
import type { ParsedText } from '#server/content/links/parse-document.ts';
import type * as differences from '#server/content/list-changes.ts';
import type { ParseSpecResult, SpecInput } from '#server/content/parse-spec.ts';

/** What a function takes and gives. */
interface TaskOf<Work extends (input: never) => unknown> {
  input: Parameters<Work>[0];
  result: Awaited<ReturnType<Work>>;
}

/** What each task takes and gives. Both travel between processes: plain data only. */
export interface Tasks {
  parseSpec: { input: SpecInput; result: ParseSpecResult };
  convertHtmlPage: TaskOf<typeof converted.convertHtmlPage>;
  convertMarkdownPage: TaskOf<typeof converted.convertMarkdownPage>;
  convertArchive: TaskOf<typeof archive.convertArchive>;
  buildPages: TaskOf<typeof built.buildPages>;
  printSpace: TaskOf<typeof print.printSpace>;
  renderPage: TaskOf<typeof page.renderPageAsJson>;
  /** Documents as JSON, as `writePage` gives them. */
  renderDocuments: { input: { texts: string[] }; result: string[] };
  mergeContent: TaskOf<typeof merge.mergeStored>;
  listChanges: TaskOf<typeof differences.listChanges>;
  parseTexts: { input: { texts: string[] }; result: ParsedText[] };
}

/** The tasks themselves. What they are made of is loaded when it is first needed. */
const tasks: {
  [Name in keyof Tasks]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['result']>;
} = {
  parseSpec: async (input) => (await import('#server/content/parse-spec.ts')).parseSpec(input),
  convertHtmlPage: async (input) =>
    (await import('#server/content/import/convert-pages.ts')).convertHtmlPage(input),
  convertMarkdownPage: async (input) =>
    (await import('#server/content/import/convert-pages.ts')).convertMarkdownPage(input),
  convertArchive: async (input) =>
    (await import('#server/content/import/convert-archive.ts')).convertArchive(input),
  buildPages: async (input) => (await import('#server/content/import/build-content.ts')).buildPages(input),
  printSpace: async (input) => (await import('#server/content/print/print-space.ts')).printSpace(input),
  renderPage: async (input) => (await import('#server/content/render-page.ts')).renderPageAsJson(input),
  renderDocuments: async ({ texts }) => {
    const { toDocument } = await import('#server/content/document-nodes.ts');
    return texts.map((text) => JSON.stringify(toDocument(text)));
  },
  mergeContent: async (input) => (await import('#server/content/merge/merge-content.ts')).mergeStored(input),
  listChanges: async (input) => (await import('#server/content/list-changes.ts')).listChanges(input),
  parseTexts: async ({ texts }) => {
    const { parseText } = await import('#server/content/links/parse-document.ts');
    return texts.map((text) => parseText(text));
  },
};

/** What a task process is sent. */
export interface TaskMessage {
  name: keyof Tasks;
  input: unknown;
}

/** What it answers: the result, or why there is none. `isLimit` where the input asks for more than may be had. */
export type TaskResponse<Result> = { result: Result } | { problem: string; isLimit: boolean };

/** Where this module is: a task process starts with it. */
export const tasksFile = import.meta.url;

/** The argument that makes a process a task process. */
export const TASK_PROCESS_ARGUMENT = '--task-process';

/** Below the server itself, which has to answer others meanwhile. */
const TASK_PRIORITY = 5;

if (process.send !== undefined && process.argv[2] === TASK_PROCESS_ARGUMENT) serveTasks();

function serveTasks(): void {
  setPriority(TASK_PRIORITY);
  // The server decides when it ends: what a terminal sends to all of its processes is for the server.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  endWithServer();
  process.on('message', (message: TaskMessage) => {
    void runTaskMessage(message).then((answer) => process.send?.(answer));
  });
}

/** A server that was killed cannot end its tasks any more, and a task that is busy notices nothing: a thread does. */
function endWithServer(): void {
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(${process.pid}, 'SIGKILL'), 1000)`;
  new Worker(watch, { eval: true, execArgv: [] }).unref();
}

async function runTaskMessage({ name, input }: TaskMessage): Promise<TaskResponse<unknown>> {
  try {
    const task: (input: unknown) => Promise<unknown> = Reflect.get(tasks, String(name));
    return { result: await task(input) };
  } catch (error) {
    // Nesting that the stack does not hold, and texts longer than any may be, end as a RangeError.
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { problem, isLimit: error instanceof RangeError };
  }
}
