import type { Block, BlockLabel } from './block.ts';

const STYLES = ['info', 'success', 'warning', 'danger'] as const satisfies readonly BlockLabel[];

/** The label of a style. */
export const hintLabel = (style = ''): (typeof STYLES)[number] =>
  STYLES.find((name) => name === style) ?? 'info';

const ALERTS = { info: 'NOTE', success: 'TIP', warning: 'WARNING', danger: 'CAUTION' } as const;

const snippet = (style: string, label: string, keywords: string) => ({
  label,
  keywords,
  template: `{% hint style="${style}" %}\n{Text}\n{% endhint %}`,
});

export const hint: Block = {
  name: 'hint',
  attributes: {
    style: { kind: 'choice', choices: STYLES, default: 'info' },
    icon: { kind: 'text', maxLength: 100 },
  },
  end: 'required',
  holds: 'blocks',
  elements({ values }) {
    const label = hintLabel(values['style']);
    const { icon } = values;
    return [
      {
        element: 'aside',
        classes: ['callout', label],
        attributes: { role: 'note', 'data-kind': label },
        nodes: [
          {
            element: 'p',
            classes: ['label'],
            nodes: [...(icon === undefined ? [] : [{ slot: 'icon', value: icon } as const]), { label }],
          },
          { content: 'blocks' },
        ],
      },
    ];
  },
  quote: ({ style = '' }) => ALERTS[hintLabel(style)],
  lines: ({ values }) => [{ label: hintLabel(values['style']), isStrong: true }],
  document: {
    type: 'hint',
    data: ({ style = 'info', icon }) => ({ style, ...(icon !== undefined && { icon }) }),
    attributes: ({ style, icon }) => ({ style, icon }),
  },
  snippets: [
    snippet('info', 'Hint', 'callout info note'),
    snippet('warning', 'Warning', 'hint callout caution'),
  ],
};
