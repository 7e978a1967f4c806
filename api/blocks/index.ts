import type { Block } from './block.ts';
import { code } from './code.ts';
import { column, columns } from './columns.ts';
import { contentRef } from './content-ref.ts';
import { embed } from './embed.ts';
import { file } from './file.ts';
import { hint } from './hint.ts';
import { integration } from './integration.ts';
import { openapi, openapiOperation, openapiSchemas } from './openapi.ts';
import { prompt } from './prompt.ts';
import { step, stepper } from './stepper.ts';
import { swaggerBlocks } from './swagger.ts';
import { tab, tabs } from './tabs.ts';
import { unknown } from './unknown.ts';
import { update, updates } from './updates.ts';

/** All blocks. A new one is a file beside this one, and a line here. */
export const blocks: readonly Block[] = [
  ...[hint, tabs, tab, stepper, step, columns, column],
  ...[code, prompt, contentRef, embed, file],
  ...[updates, update],
  ...[openapi, openapiOperation, openapiSchemas, ...swaggerBlocks],
];

const byName: ReadonlyMap<string, Block> = new Map(
  blocks.flatMap((block) => [block.name, ...(block.aliases ?? [])].map((name) => [name, block] as const)),
);

const byType: ReadonlyMap<string, Block> = new Map(
  [...blocks, integration].flatMap((block) =>
    block.document ? [[block.document.type, block] as const] : [],
  ),
);

/** The block of a name in a tag. */
export function blockOf(name: string): Block {
  return byName.get(name) ?? (name.startsWith('@') ? integration : unknown);
}

/** Whether a tag's name is that of a block, and not one that nobody declared. */
export const isBlockName = (name: string): boolean => byName.has(name) || name.startsWith('@');

/** The block of a type in documents. */
export const blockOfType = (type: string): Block | undefined => byType.get(type);

/** The declared parts of a block. */
export const partsOf = (name: string): readonly Block[] => blocks.filter(({ parent }) => parent === name);
