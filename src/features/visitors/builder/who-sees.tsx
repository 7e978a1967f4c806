import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Eye, EyeOff } from 'lucide-react';
import { useDeferredValue } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { describeValues, type ItemVisibility, type SiteItem, visibilityFor } from '../audience.ts';
import { listClaims, schemaOf, type SitePath } from '../claims.ts';
import { withComparedValues } from '../lint-condition.ts';
import { useSegments } from '../simulator/segments.ts';

interface WhoSeesProps {
  path: SitePath;
  items: readonly SiteItem[];
  /** The items that get the condition. */
  ids: readonly string[];
  /** As typed, without the spaces around it. */
  condition: string;
}

const looks: Record<ItemVisibility['state'], { Icon: typeof Eye; word: string; style: string }> = {
  shown: { Icon: Eye, word: 'sees it', style: 'border-accent-line/50 bg-accent-soft text-accent-ink' },
  hidden: { Icon: EyeOff, word: 'doesn’t see it', style: 'border-line bg-sunken text-ink-soft' },
  unknown: {
    Icon: CircleHelp,
    word: 'can’t be told here',
    style: 'border-warning-line bg-warning-soft text-warning-ink',
  },
};

/** Why a segment does not see an item, if that is not its own condition. */
const reasons: Partial<Record<ItemVisibility['reason'], string>> = {
  parent: ', as the item above is hidden',
  children: ', as nothing in it is shown',
};

/** Which segments of the site see items with a condition, before it is saved. */
export function WhoSees({ path, items, ids, condition }: WhoSeesProps) {
  const { data } = useQuery(schemaOf(path));
  const typed = useDeferredValue(condition);
  const conditions = items.flatMap((item) => item.condition ?? []);
  const claims = data ? withComparedValues(listClaims(data.jsonSchema), [...conditions, typed]) : [];
  const { segments } = useSegments(path, claims);
  const [id = ''] = ids;
  if (!data || !items.some((item) => item.id === id)) return null;
  const names = claims.map(({ name }) => name);
  const changed = items.map((item) =>
    ids.includes(item.id) ? { ...item, condition: typed === '' ? null : typed } : item,
  );
  const seen = segments.flatMap((segment) => {
    const visibility = visibilityFor(changed, segment, names).get(id);
    return visibility ? [{ segment, visibility }] : [];
  });
  const count = seen.filter(({ visibility }) => visibility.state === 'shown').length;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs text-ink-soft" role="status">
        {count} of {seen.length} segments would see it
      </p>
      <ul aria-label="Segments" className="flex flex-wrap gap-1.5">
        {seen.map(({ segment, visibility }) => {
          const { Icon, word, style } = looks[visibility.state];
          const why = visibility.state === 'hidden' ? (reasons[visibility.reason] ?? '') : '';
          return (
            <li
              key={segment.name}
              data-tip={`${describeValues(segment.values)}: ${word}${why}`}
              className={classNames(
                'inline-flex max-w-full min-w-0 items-center gap-1 rounded-sm border px-1.5 py-0.5 text-xs',
                style,
              )}
            >
              <Icon aria-hidden="true" className="size-3.5 shrink-0" />
              <bdi className="truncate">{segment.name}</bdi>
              <span className="sr-only">
                {word}
                {why}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
