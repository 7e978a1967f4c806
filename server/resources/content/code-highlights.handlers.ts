import { badValue } from '#server/base/errors.ts';
import { highlightBlocks } from '#server/content/stored/code-colors.ts';
import type { Handlers } from '#server/contract/contract.ts';
import { loadSpace } from '../spaces/spaces.queries.ts';

/** In UTF-16 code units, of all blocks of a request. */
const MAX_CODE_LENGTH = 40_000;

/** Colors of code that is being written. */
export const codeHighlightHandlers = {
  async highlightCode({ db, actor, gone: signal, params, body: { blocks } }) {
    if (blocks.reduce((sum, { code }) => sum + code.length, 0) > MAX_CODE_LENGTH)
      throw badValue('body.blocks', 'must have at most 40,000 characters of code');
    const { row: space } = await loadSpace(db, actor, params.spaceId);
    const colors = await highlightBlocks(blocks, { organizationId: space.organization_id, signal });
    return { object: 'code-highlights', blocks: colors.map((tokens) => ({ tokens })) };
  },
} satisfies Handlers<'highlightCode'>;
