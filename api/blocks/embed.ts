import type { Block, BlockNode } from './block.ts';
import { hostOf, linkCard } from './link-card.ts';

/**
 * A page of another host: a link, as nothing is asked of that host before a reader follows it, or presses the button that
 * plays it.
 */
export const embed: Block = {
  name: 'embed',
  attributes: { url: { kind: 'url' }, fullWidth: { kind: 'flag' } },
  end: 'optional',
  holds: 'blocks',
  elements({ values, hasContent }) {
    const { url = '', fullWidth } = values;
    const caption: BlockNode[] = hasContent
      ? [{ element: 'figcaption', nodes: [{ content: 'blocks' }] }]
      : [];
    return [
      {
        element: 'figure',
        classes: fullWidth === 'true' ? ['embed', 'full-width'] : ['embed'],
        nodes: [
          linkCard(url, hostOf(url) ?? url),
          ...(hostOf(url) === undefined ? [] : [{ slot: 'player', value: url } as const]),
          ...caption,
        ],
      },
    ];
  },
  lines: ({ values }) => (values['url'] === undefined ? [] : [{ href: values['url'] }]),
  document: {
    type: 'embed',
    data: ({ url, fullWidth }) =>
      url === undefined
        ? undefined
        : { url, ...(fullWidth !== undefined && { fullWidth: fullWidth === 'true' }) },
    attributes: ({ url, fullWidth }) => ({ url, fullWidth }),
  },
  snippets: [
    { label: 'Embed', keywords: 'video link youtube figma', template: '{% embed url="{https://}" %}' },
  ],
};
