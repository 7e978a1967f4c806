import type { ReactNode } from 'react';
import type { LineTools } from '#src/features/change-requests/views/source-difference.tsx';

/** The tools of lines in the source, with the comments on blocks below the last line of each. */
export function withBlockThreads(
  tools: LineTools,
  blockLines: ReadonlyMap<string, number>,
  commentedBlocks: ReadonlySet<string>,
  renderBelowLine: (nodeIds: readonly string[]) => ReactNode,
): LineTools {
  if (blockLines.size === 0) return tools;
  const idsAt = (line: number) => [...commentedBlocks].filter((id) => blockLines.get(id) === line);
  const commented = [...commentedBlocks].flatMap((id) => blockLines.get(id) ?? []);
  return {
    ...tools,
    lines: new Set([...tools.lines, ...commented]),
    renderBelow: (line) => (
      <>
        {renderBelowLine(idsAt(line))}
        {tools.renderBelow(line)}
      </>
    ),
  };
}
