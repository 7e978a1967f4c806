import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PackedReference, StoredTextCheck } from '#server/database/tables/stored-texts.ts';
import type { TextLabels } from '../html/text-html.ts';
import type { ImportOptions, ImportPlan, SourceTree } from '../import/import-plan.ts';
import type * as webPage from '../import/web/read-page.ts';
import type { ParsedText } from '../links/parse-document.ts';
import type * as differences from '../merge/compare-content.ts';
import type * as follow from '../merge/follow-blocks.ts';
import type * as merge from '../merge/merge-content.ts';
import type { ReferencePart } from '../pages/reference-part.ts';
import type * as print from '../print/print-space.ts';
import type { ReferenceLabels } from '../reference/reference-labels.ts';
import type { ReferenceSource } from '../reference/write-reference.ts';
import type * as archives from '../repository/archive-branch.ts';
import type * as inspection from '../repository/inspect-branch.ts';
import type * as branches from '../repository/read-branch.ts';
import type * as packs from '../repository/receive-pack.ts';
import { type RepositoryProblem, withProblem } from '../repository/repository-error.ts';
import type * as siteFiles from '../repository/site-file.ts';
import type * as commits from '../repository/write-commits.ts';
import type { SiteTextOptions } from '../source/site/read-site-text.ts';
import type { SiteText } from '../source/site/site-text.ts';
import type { SpecOutline } from '../specifications/divide-reference.ts';
import type { IndexedOperation } from '../specifications/operation-index.ts';
import type { ParseSpecResult, SpecInput } from '../specifications/parse-spec.ts';
import type * as page from './render-page.ts';

/** The input and result of a function. */
interface TaskOf<Work extends (input: never) => unknown> {
  input: Parameters<Work>[0];
  result: Awaited<ReturnType<Work>>;
}

/** The same for work on a repository, which may say that its files cannot be read. */
interface RepositoryTaskOf<Work extends (input: never) => unknown> {
  input: Parameters<Work>[0];
  result: { result: Awaited<ReturnType<Work>> } | { problem: RepositoryProblem };
}

/** The input and result of each task. Both are sent between processes: plain data only. */
export interface Tasks {
  parseSpec: { input: SpecInput; result: ParseSpecResult };
  listSpecFiles: { input: Pick<SpecInput, 'files'>; result: string[] };
  readWebPage: TaskOf<typeof webPage.readWebPage>;
  planImport: { input: { tree: SourceTree; options: ImportOptions }; result: ImportPlan };
  printSpace: TaskOf<typeof print.printSpace>;
  renderPage: TaskOf<typeof page.renderPageAsJson>;
  renderDocuments: { input: { texts: string[] }; result: string[] };
  followBlocks: TaskOf<typeof follow.followBlocks>;
  mergeContent: TaskOf<typeof merge.mergeContent>;
  listChanges: TaskOf<typeof differences.listChanges>;
  parseTexts: { input: { texts: string[] }; result: ParsedText[] };
  checkTexts: { input: { texts: string[] }; result: StoredTextCheck[] };
  renderTextHtml: { input: { markdown: string }; result: string };
  renderTextPreview: { input: { markdown: string }; result: string };
  findCodeTokens: { input: { blocks: { code: string; language: string }[] }; result: string };
  writeReference: { input: ReferenceSource & { textLabels: TextLabels }; result: PackedReference };
  writeParts: {
    input: { specification: string; labels: ReferenceLabels; parts: ReferencePart[] };
    result: Record<string, string>;
  };
  outlineReference: { input: { specification: string }; result: SpecOutline };
  indexOperations: { input: { specification: string }; result: IndexedOperation[] };
  receivePack: RepositoryTaskOf<typeof packs.receivePack>;
  inspectBranch: RepositoryTaskOf<typeof inspection.inspectBranch>;
  archiveBranch: RepositoryTaskOf<typeof archives.archiveBranch>;
  readBranch: RepositoryTaskOf<typeof branches.readBranch>;
  writeCommits: TaskOf<typeof commits.writeCommits>;
  readSiteText: { input: SiteTextOptions & { text: string }; result: SiteText };
  readSiteFile: RepositoryTaskOf<typeof siteFiles.readSiteFile>;
  writeSiteFile: RepositoryTaskOf<typeof siteFiles.writeSiteFile>;
}

/** The tasks; their modules are loaded on first use. */
const tasks: {
  [Name in keyof Tasks]: (input: Tasks[Name]['input']) => Promise<Tasks[Name]['result']>;
} = {
  parseSpec: async (input) => (await import('../specifications/parse-spec.ts')).parseSpec(input),
  listSpecFiles: async (input) => (await import('../specifications/parse-spec.ts')).listSpecFiles(input),
  readWebPage: async (input) => (await import('../import/web/read-page.ts')).readWebPage(input),
  planImport: async ({ tree, options }) =>
    (await import('../import/plan-import.ts')).planSource(tree, options),
  printSpace: async (input) => (await import('../print/print-space.ts')).printSpace(input),
  renderPage: async (input) => (await import('./render-page.ts')).renderPageAsJson(input),
  renderDocuments: async ({ texts }) => {
    const { toDocument } = await import('../documents/document-nodes.ts');
    return texts.map((text) => JSON.stringify(toDocument(text)));
  },
  followBlocks: async (input) => (await import('../merge/follow-blocks.ts')).followBlocks(input),
  mergeContent: async (input) => (await import('../merge/merge-content.ts')).mergeContent(input),
  listChanges: async (input) => (await import('../merge/compare-content.ts')).listChanges(input),
  parseTexts: async ({ texts }) => {
    const { parseWithHtml } = await import('../html/parse-with-html.ts');
    return texts.map((text) => parseWithHtml(text));
  },
  checkTexts: async ({ texts }) => {
    const { checkText } = await import('../links/checked-text.ts');
    return texts.map((text) => checkText(text));
  },
  renderTextHtml: async ({ markdown }) => {
    const { renderTextHtml } = await import('../html/render-text.ts');
    return JSON.stringify(renderTextHtml(markdown));
  },
  renderTextPreview: async ({ markdown }) => {
    const { renderTextPreview } = await import('../html/text-preview.ts');
    return JSON.stringify(renderTextPreview(markdown));
  },
  findCodeTokens: async ({ blocks }) => {
    const { findCodeTokens } = await import('../html/code-tokens.ts');
    return JSON.stringify(blocks.map(({ code, language }) => findCodeTokens(code, language)));
  },
  writeReference: async (input) => {
    const { renderReferenceHtml } = await import('../reference/write-reference.ts');
    const { packReference, toReferenceHtml } = await import('../reference/packed-reference.ts');
    return packReference(toReferenceHtml(renderReferenceHtml(input), input.textLabels));
  },
  writeParts: async ({ specification, labels, parts }) => {
    const { renderPartsMarkdown } = await import('../reference/write-markdown.ts');
    const { visitorSpecification } = await import('../specifications/visitor-specification.ts');
    return renderPartsMarkdown(visitorSpecification(specification), { labels, parts });
  },
  outlineReference: async ({ specification }) => {
    const { outlineReference } = await import('../specifications/read-reference.ts');
    const { visitorSpecification } = await import('../specifications/visitor-specification.ts');
    return outlineReference(visitorSpecification(specification));
  },
  indexOperations: async ({ specification }) =>
    (await import('../specifications/operation-index.ts')).indexOperations(specification),
  receivePack: async (input) => {
    const { receivePack } = await import('../repository/receive-pack.ts');
    return withProblem(() => receivePack(input));
  },
  inspectBranch: async (input) => {
    const { inspectBranch } = await import('../repository/inspect-branch.ts');
    return withProblem(() => inspectBranch(input));
  },
  archiveBranch: async (input) => {
    const { archiveBranch } = await import('../repository/archive-branch.ts');
    return withProblem(() => archiveBranch(input));
  },
  readBranch: async (input) => {
    const { readBranch } = await import('../repository/read-branch.ts');
    return withProblem(() => readBranch(input));
  },
  writeCommits: async (input) => (await import('../repository/write-commits.ts')).writeCommits(input),
  readSiteText: async ({ text, isStrict }) =>
    (await import('../source/site/read-site-text.ts')).readSiteText(text, { isStrict }),
  readSiteFile: async (input) => {
    const { readSiteFile } = await import('../repository/site-file.ts');
    return withProblem(() => readSiteFile(input));
  },
  writeSiteFile: async (input) => {
    const { writeSiteFile } = await import('../repository/site-file.ts');
    return withProblem(() => writeSiteFile(input));
  },
};

/** The message to a task process. */
export interface TaskMessage {
  name: keyof Tasks;
  input: unknown;
}

/** The response: a result or a problem. `isLimit` if the input exceeds a limit. */
export type TaskResponse<Result> = { result: Result } | { problem: string; isLimit: boolean };

/** The URL of this module: task processes run it. */
export const tasksFile = import.meta.url;

/** The argument that marks a task process. */
export const TASK_PROCESS_ARGUMENT = '--task-process';

/** Below the server's priority, so that it stays responsive. */
const TASK_PRIORITY = 5;

if (process.send !== undefined && process.argv[2] === TASK_PROCESS_ARGUMENT) serveTasks();

function serveTasks(): void {
  setPriority(TASK_PRIORITY);
  // The server decides when a task process ends; signals of a terminal are ignored.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  endWithServer();
  process.on('message', (message: TaskMessage) => {
    void runTaskMessage(message).then((response) => process.send?.(response));
  });
}

/** A killed server cannot end its tasks, and a busy task notices nothing: a watchdog thread does. */
function endWithServer(): void {
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(${process.pid}, 'SIGKILL'), 1000)`;
  new Worker(watch, { eval: true, execArgv: [] }).unref();
}

async function runTaskMessage({ name, input }: TaskMessage): Promise<TaskResponse<unknown>> {
  try {
    const task: (input: unknown) => Promise<unknown> = Reflect.get(tasks, String(name));
    return { result: await task(input) };
  } catch (error) {
    // Excessive nesting or text length causes a RangeError.
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { problem, isLimit: error instanceof RangeError };
  }
}
