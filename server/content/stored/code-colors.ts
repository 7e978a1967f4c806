import type { CodeBlock, CodeToken } from '#api/generated/types.gen.ts';
import { runTask, TaskLimitError, type TaskOptions } from '../tasks/run-task.ts';

/** Code up to this length, in all, is highlighted in the server process: as much Java takes up to 20 ms, twice as much four times that. */
const MAX_QUICK_LENGTH = 1500;

/** The colors of blocks of code; in a task process if they may take long. What takes too long has none. */
export async function highlightBlocks(
  blocks: readonly CodeBlock[],
  options: TaskOptions,
): Promise<CodeToken[][]> {
  if (blocks.reduce((sum, { code }) => sum + code.length, 0) <= MAX_QUICK_LENGTH) {
    const { findCodeTokens } = await import('../html/code-tokens.ts');
    return blocks.map(({ code, language }) => findCodeTokens(code, language));
  }
  try {
    return JSON.parse(await runTask('findCodeTokens', { blocks: [...blocks] }, options));
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return blocks.map(() => []);
  }
}
