import type { Block, BlockNode } from './block.ts';
import { hrefOf, refOf } from './references.ts';

/** A file to download, with its name, type and size. */
export const file: Block = {
  name: 'file',
  attributes: { src: { kind: 'url' } },
  end: 'optional',
  holds: 'blocks',
  elements({ values, hasContent }) {
    const { src } = values;
    if (src === undefined) return [{ content: 'blocks' }];
    const caption: BlockNode[] = hasContent
      ? [{ element: 'figcaption', nodes: [{ content: 'blocks' }] }]
      : [];
    const nodes = [{ element: 'strong', nodes: [nameOf(src)] }] as const;
    return [
      {
        element: 'figure',
        classes: ['embed'],
        nodes: [
          { element: 'a', classes: ['card'], href: src, nodes: [{ slot: 'file', value: src, nodes }] },
          ...caption,
        ],
      },
    ];
  },
  lines: ({ values: { src } }) => (src === undefined ? [] : [{ href: src, text: nameOf(src) }]),
  document: {
    type: 'file',
    data({ src = '' }) {
      const ref = refOf(src);
      return ref['kind'] === 'file' ? { ref } : undefined;
    },
    attributes: ({ ref }) => ({ src: hrefOf(ref) }),
  },
  snippets: [
    {
      label: 'File',
      keywords: 'download attachment pdf',
      template: '{% file src="{/files/}" %}\nCaption\n{% endfile %}',
    },
  ],
};

/** The last part of an address, which is mostly the name of the file. */
function nameOf(src: string): string {
  const path = src.split(/[?#]/, 1)[0] ?? '';
  const last = path.split('/').findLast((part) => part !== '') ?? src;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
