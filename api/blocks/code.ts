import type { Block } from './block.ts';

const flagOf = (name: string, value: string | undefined) =>
  value === undefined ? {} : { [name]: value === 'true' };

/** Settings of the code between the tags. */
export const code: Block = {
  name: 'code',
  attributes: {
    title: { kind: 'text', maxLength: 200 },
    overflow: { kind: 'choice', choices: ['wrap', 'scroll'] },
    lineNumbers: { kind: 'flag' },
    fullWidth: { kind: 'flag' },
    expandable: { kind: 'flag' },
  },
  end: 'required',
  holds: 'code',
  elements: () => [{ content: 'blocks' }],
  lines: ({ values }) => (values['title'] === undefined ? [] : [{ text: values['title'], isStrong: true }]),
  document: {
    type: 'code',
    data: ({ title, overflow, lineNumbers, fullWidth, expandable }) => ({
      ...(title !== undefined && { title }),
      ...(overflow !== undefined && { overflow }),
      ...flagOf('lineNumbers', lineNumbers),
      ...flagOf('fullWidth', fullWidth),
      ...flagOf('expandable', expandable),
    }),
    attributes: ({ title, overflow, lineNumbers, expandable, fullWidth }) => ({
      title,
      overflow,
      lineNumbers,
      expandable,
      fullWidth,
    }),
  },
  snippets: [
    {
      label: 'Code with title',
      keywords: 'file name fence',
      template: '{% code title="{file.js}" %}\n```js\n\n```\n{% endcode %}',
    },
  ],
};
