import { readWidth, twelfths } from './attributes.ts';
import type { Block } from './block.ts';

/** Blocks side by side; one below the other on a narrow screen. */
export const columns: Block = {
  name: 'columns',
  attributes: {},
  end: 'required',
  holds: 'parts',
  elements: () => [{ element: 'div', classes: ['columns'], nodes: [{ content: 'blocks' }] }],
  lines: () => [],
  document: { type: 'columns', data: () => ({}), attributes: () => ({}) },
  snippets: [
    {
      label: 'Columns',
      keywords: 'side by side layout',
      template:
        '{% columns %}\n{% column %}\n{Left}\n{% endcolumn %}\n\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}',
    },
  ],
};

export const column: Block = {
  name: 'column',
  attributes: { width: { kind: 'width' } },
  end: 'required',
  holds: 'blocks',
  parent: 'columns',
  elements({ values }) {
    const width = twelfths(values['width']);
    const classes = width === undefined ? ['column'] : ['column', `of-12-${width}`];
    return [{ element: 'div', classes, nodes: [{ content: 'blocks' }] }];
  },
  lines: () => [],
  document: {
    type: 'column',
    data({ width }) {
      const value = readWidth(width);
      return value ? { width: value } : {};
    },
    attributes: ({ width }) => ({ width: widthText(width) }),
  },
};

function widthText(width: unknown): string | undefined {
  if (typeof width === 'number') return `${width}px`;
  if (typeof width !== 'object' || width === null || !('value' in width)) return undefined;
  return typeof width.value === 'number'
    ? `${width.value}${'unit' in width ? String(width.unit) : 'px'}`
    : undefined;
}
