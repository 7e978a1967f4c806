import type { Block, BlockNode } from './block.ts';

/** A text to copy, folded. */
export const prompt: Block = {
  name: 'prompt',
  attributes: {
    description: { kind: 'text', maxLength: 1000 },
    icon: { kind: 'text', maxLength: 100 },
    openInAIProviders: { kind: 'flag' },
    defaultExpanded: { kind: 'choice', choices: ['hidden', 'partial', 'full'] },
  },
  end: 'required',
  holds: 'source',
  elements({ values }) {
    const { description, icon, defaultExpanded } = values;
    const open = defaultExpanded === 'full' ? { open: '' } : {};
    const mark: BlockNode[] = icon === undefined ? [] : [{ slot: 'icon', value: icon }];
    return [
      {
        element: 'details',
        classes: ['prompt'],
        attributes: open,
        nodes: [
          { element: 'summary', nodes: [...mark, description ?? { label: 'prompt' }] },
          { content: 'source' },
        ],
      },
    ];
  },
  lines: ({ values: { description } }) =>
    description === undefined
      ? [{ label: 'prompt', isStrong: true }]
      : [{ text: description, isStrong: true }],
  document: {
    type: 'prompt',
    data: ({ description = '', icon, openInAIProviders, defaultExpanded }) => ({
      description,
      ...(icon !== undefined && { icon }),
      ...(openInAIProviders !== undefined && { openInAIProviders: openInAIProviders === 'true' }),
      ...(defaultExpanded !== undefined && { defaultExpanded }),
    }),
    attributes: ({ description, icon, openInAIProviders, defaultExpanded }) => ({
      description,
      icon,
      openInAIProviders,
      defaultExpanded,
    }),
  },
  snippets: [
    {
      label: 'Prompt',
      keywords: 'ai copy',
      template: '{% prompt description="{What it does}" %}\nText\n{% endprompt %}',
    },
  ],
};
