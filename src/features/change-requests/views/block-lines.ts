import { useQuery } from '@tanstack/react-query';
import type { DocumentNode } from '#api/generated/types.gen.ts';
import { textField } from '#src/domain/document/inline-nodes.tsx';
import { pageOf, type Side } from './sides.ts';

/** The id of a block, and those of the blocks inside it. */
export function idsIn(node: DocumentNode): string[] {
  const id = textField(node, 'id');
  const inside = (node.nodes ?? []).flatMap(idsIn);
  return id === undefined ? inside : [id, ...inside];
}

/** The last line of each block of a text by its id; a block inside another one has the line of that. */
export function linesOfBlocks({ nodes = [], lines = [] }: DocumentNode): ReadonlyMap<string, number> {
  return new Map(
    nodes.flatMap((node, index) => {
      const line = lines[2 * index + 1];
      return line === undefined ? [] : idsIn(node).map((id) => [id, line] as const);
    }),
  );
}

const noLines: ReadonlyMap<string, number> = new Map();

/**
 * The lines of a page's blocks, for its source; empty while it loads, and at servers that don't return them.
 */
export function useBlockLines(
  side: Side,
  pageId: string | undefined,
  enabled: boolean,
): ReadonlyMap<string, number> {
  const { data } = useQuery({ ...pageOf(side, pageId, 'document'), enabled });
  return enabled && data?.document ? linesOfBlocks(data.document) : noLines;
}
