import type { Block, BlockNode } from './block.ts';
import { linkCard } from './link-card.ts';

/** A block of an integration: `{% @name/block … %}`. Diagrams are shown as their code, others as a link. */
export const integration: Block = {
  name: '@',
  attributes: {
    content: { kind: 'text', maxLength: 20_000 },
    url: { kind: 'url' },
    fullWidth: { kind: 'flag' },
  },
  end: 'optional',
  holds: 'blocks',
  elements({ name, values }) {
    const { content, url } = values;
    // A diagram is code that has its name already.
    if (content !== undefined && url === undefined && languageOf(name) !== '')
      return [{ code: content, language: languageOf(name) }, { content: 'blocks' }];
    const nodes: BlockNode[] = [
      { element: 'p', classes: ['label'], nodes: [name.slice(1)] },
      ...(url === undefined ? [] : [linkCard(url, url)]),
      ...(content === undefined ? [] : [{ code: content, language: languageOf(name) } as const]),
      { content: 'blocks' },
    ];
    return [{ element: 'div', classes: ['unknown'], nodes }];
  },
  lines: ({ name, values: { content, url } }) => [
    { text: name.slice(1), isStrong: true },
    ...(url === undefined ? [] : [{ href: url }]),
    ...(content === undefined ? [] : [{ text: content, language: languageOf(name) }]),
  ],
  document: {
    type: 'integration',
    data(values, name) {
      const [integrationName = '', block = 'block'] = name.slice(1).split('/');
      const { fullWidth, ...props } = values;
      return {
        integration: integrationName,
        block,
        props,
        ...(values['url'] !== undefined && { url: values['url'] }),
        ...(fullWidth !== undefined && { fullWidth: fullWidth === 'true' }),
      };
    },
    attributes({ props, fullWidth }) {
      const { content, url } = fieldsOf(props);
      return { content, url, fullWidth };
    },
    nameOf: ({ integration: name, block }) => `@${String(name)}/${String(block)}`,
  },
};

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The language of the code that an integration draws. */
const languageOf = (name: string): string => /^@(mermaid|plantuml)\b/.exec(name)?.[1] ?? '';
