import type { Block } from './block.ts';

export const stepper: Block = {
  name: 'stepper',
  attributes: {},
  end: 'required',
  holds: 'parts',
  elements: () => [
    { element: 'div', classes: ['steps'], attributes: { role: 'list' }, nodes: [{ content: 'blocks' }] },
  ],
  lines: () => [],
  document: { type: 'stepper', data: () => ({}), attributes: () => ({}) },
  snippets: [
    {
      label: 'Steps',
      keywords: 'stepper tutorial guide',
      template:
        '{% stepper %}\n{% step %}\n## {First step}\n\nText\n{% endstep %}\n\n{% step %}\n## Second step\n\nText\n{% endstep %}\n{% endstepper %}',
    },
  ],
};

/** A numbered step. Its headings are in the contents of the page. */
export const step: Block = {
  name: 'step',
  attributes: {},
  end: 'required',
  holds: 'blocks',
  parent: 'stepper',
  elements: ({ position }) => [
    {
      element: 'div',
      classes: ['step'],
      attributes: { role: 'listitem' },
      nodes: [
        { element: 'span', classes: ['number'], nodes: [{ number: position }] },
        { element: 'div', classes: ['panel'], nodes: [{ content: 'blocks' }] },
      ],
    },
  ],
  lines: ({ position }) => [{ text: `${position}.`, isStrong: true }],
  document: { type: 'stepper-step', data: () => ({}), attributes: () => ({}) },
};
