import type { Block } from './block.ts';
import { hostOf, linkCard } from './link-card.ts';
import { hrefOf, refOf } from './references.ts';

/** A link to a page as a card with the page's icon, title and description. */
export const contentRef: Block = {
  name: 'content-ref',
  aliases: ['page-ref'],
  attributes: { url: { kind: 'url' }, page: { kind: 'url' } },
  end: 'optional',
  holds: 'blocks',
  elements({ values, text }) {
    const href = addressOf(values);
    if (href === undefined) return text === '' ? [] : [{ element: 'p', nodes: [text] }];
    const title = text === '' ? href : text;
    if (hostOf(href) !== undefined) return [linkCard(href, title)];
    const nodes = [{ element: 'strong', nodes: [title] }] as const;
    return [{ element: 'a', classes: ['card'], href, nodes: [{ slot: 'page', value: href, nodes }] }];
  },
  isContentHidden: true,
  lines({ values, text }) {
    const href = addressOf(values);
    if (href === undefined) return text === '' ? [] : [{ text }];
    return [{ href, ...(text !== '' && { text }) }];
  },
  document: {
    type: 'content-ref',
    data(values) {
      const href = addressOf(values);
      return href === undefined ? undefined : { ref: refOf(href) };
    },
    attributes: ({ ref }) => ({ url: hrefOf(ref) }),
  },
  snippets: [
    {
      label: 'Page link',
      keywords: 'card content-ref reference',
      template: '{% content-ref url="{page.md}" %}\n[page.md](page.md)\n{% endcontent-ref %}',
    },
  ],
};

const addressOf = ({ url, page }: Readonly<Record<string, string>>): string | undefined => url ?? page;
