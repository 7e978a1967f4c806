import { listEntries } from './attributes.ts';
import type { Block, BlockNode } from './block.ts';

const MAX_TAGS = 20;

/** Dated entries, such as those of a change log. */
export const updates: Block = {
  name: 'updates',
  attributes: { format: { kind: 'choice', choices: ['full', 'short', 'numeric'], default: 'full' } },
  end: 'required',
  holds: 'parts',
  elements: () => [
    { element: 'div', classes: ['updates'], nodes: [{ slot: 'updates', value: '' }, { content: 'blocks' }] },
  ],
  lines: () => [],
  document: {
    type: 'updates',
    data: ({ format = 'full' }) => ({ format }),
    attributes: ({ format }) => ({ format }),
  },
  snippets: [
    {
      label: 'Updates',
      keywords: 'changelog releases news',
      template:
        '{% updates format="full" %}\n{% update date="2026-01-31" %}\n## {Title}\n\nText\n{% endupdate %}\n{% endupdates %}',
    },
  ],
};

export const update: Block = {
  name: 'update',
  attributes: { date: { kind: 'date' }, tags: { kind: 'list', maxEntries: MAX_TAGS } },
  end: 'required',
  holds: 'blocks',
  parent: 'updates',
  place: ({ date }) => date?.slice(0, 10),
  elements({ values, id }) {
    const { date, tags = '' } = values;
    const day = date?.slice(0, 10);
    const time: BlockNode[] =
      day === undefined
        ? []
        : [
            {
              element: 'a',
              to: id,
              nodes: [
                {
                  element: 'time',
                  attributes: { datetime: day },
                  nodes: [{ slot: 'day', value: day, nodes: [day] }],
                },
              ],
            },
          ];
    const labels = listEntries(tags, MAX_TAGS).map((tag): BlockNode => {
      return { element: 'span', classes: ['tag'], nodes: [{ slot: 'tag', value: tag, nodes: [tag] }] };
    });
    return [
      {
        element: 'section',
        classes: ['update'],
        attributes: { id },
        nodes: [
          { element: 'p', classes: ['label'], nodes: [...time, ...labels] },
          { element: 'div', classes: ['panel'], nodes: [{ content: 'blocks' }] },
        ],
      },
    ];
  },
  lines({ values }) {
    const { date = '', tags = '' } = values;
    const text = [date.slice(0, 10), ...listEntries(tags, MAX_TAGS)].filter((part) => part !== '');
    return text.length === 0 ? [] : [{ text: text.join(' · '), isStrong: true }];
  },
  document: {
    type: 'update',
    data({ date, tags }) {
      if (date === undefined) return undefined;
      const refs = listEntries(tags ?? '', MAX_TAGS).map((tag) => ({ kind: 'tag', tag }));
      return { date: new Date(date).toISOString(), ...(refs.length > 0 && { tags: refs }) };
    },
    attributes: ({ date, tags }) => ({ date: String(date ?? '').slice(0, 10), tags: tagNames(tags) }),
  },
};

function tagNames(tags: unknown): string | undefined {
  const entries: unknown[] = Array.isArray(tags) ? tags : [];
  const names = entries.flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'tag' in entry ? [String(entry.tag)] : [],
  );
  return names.length > 0 ? names.join(',') : undefined;
}
