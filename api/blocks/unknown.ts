import type { Block } from './block.ts';

/** A block of a name that is not declared: what is in it, with its name beside it. */
export const unknown: Block = {
  name: '',
  attributes: {},
  end: 'optional',
  holds: 'blocks',
  elements: ({ name }) => [
    {
      element: 'div',
      classes: ['unknown'],
      nodes: [{ element: 'p', classes: ['label'], nodes: [name] }, { content: 'blocks' }],
    },
  ],
  lines: () => [],
};
