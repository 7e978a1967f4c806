import type { Block } from './block.ts';

/** Tabs as radio buttons, which work without a script; each is followed by its label and its panel. */
export const tabs: Block = {
  name: 'tabs',
  attributes: {},
  end: 'required',
  holds: 'parts',
  elements: () => [
    {
      element: 'div',
      classes: ['tabs'],
      attributes: { role: 'group' },
      named: 'tabs',
      nodes: [{ content: 'blocks' }],
    },
  ],
  lines: () => [],
  document: { type: 'tabs', data: () => ({}), attributes: () => ({}) },
  snippets: [
    {
      label: 'Tabs',
      keywords: 'variants',
      template:
        '{% tabs %}\n{% tab title="First" %}\n{Text}\n{% endtab %}\n\n{% tab title="Second" %}\n\n{% endtab %}\n{% endtabs %}',
    },
  ],
};

export const tab: Block = {
  name: 'tab',
  attributes: { title: { kind: 'text', maxLength: 200 }, icon: { kind: 'text', maxLength: 100 } },
  end: 'required',
  holds: 'blocks',
  parent: 'tabs',
  elements({ values, position, id, parentId }) {
    const { title = String(position), icon } = values;
    const isFirst = position === 1 ? { checked: '' } : {};
    return [
      { element: 'input', attributes: { type: 'radio', name: parentId, id, ...isFirst } },
      {
        element: 'label',
        attributes: { for: id },
        nodes: [...(icon === undefined ? [] : [{ slot: 'icon', value: icon } as const]), title],
      },
      { element: 'div', classes: ['panel'], nodes: [{ content: 'blocks' }] },
    ];
  },
  lines: ({ values, position }) => [{ text: values['title'] ?? String(position), isStrong: true }],
  document: {
    type: 'tabs-item',
    data: ({ title = '', icon }) => ({ title, ...(icon !== undefined && { icon }) }),
    attributes: ({ title, icon }) => ({ title: title ?? '', icon }),
  },
};
