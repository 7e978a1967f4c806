import { CircleHelp, Eye, EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { matchWords } from '#src/lib/text/match-text.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { type SiteItem, type Segment, type ItemVisibility, visibilityFor } from './audience.ts';
import type { Trace } from './evaluate-condition.ts';

interface VisibilityDetailProps {
  items: readonly SiteItem[];
  item: SiteItem;
  segment: Segment;
  claims: readonly string[];
  onClose: () => void;
}

const tones: Record<ItemVisibility['state'], Tone> = {
  shown: 'success',
  hidden: 'neutral',
  unknown: 'warning',
};
const stateLabels: Record<ItemVisibility['state'], string> = {
  shown: 'Shown',
  hidden: 'Hidden',
  unknown: 'Can’t be evaluated',
};

/** Why a segment sees an item or not: the condition with the values of its parts. */
export function VisibilityDetail({ items, item, segment, claims, onClose }: VisibilityDetailProps) {
  const visibility = visibilityFor(items, segment, claims).get(item.id);
  const parentItem = items.find(({ id }) => id === item.parent);
  if (!visibility) return null;
  const { evaluation, state, reason } = visibility;
  return (
    <Dialog title={`“${item.title}” for “${segment.name}”`} shape="panel" onClose={onClose}>
      <div className="flex flex-col items-start gap-3">
        <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
        {reason === 'none' && <p>It has no condition. Everyone sees it.</p>}
        {reason === 'parent' && parentItem && <p>Its parent “{parentItem.title}” isn’t shown.</p>}
        {reason === 'children' && <p>Nothing in it is shown.</p>}
        {evaluation?.kind === 'unsupported' && (
          <>
            <code className="font-mono text-xs wrap-anywhere">{item.condition}</code>
            <p>{evaluation.reason} The server may evaluate it differently.</p>
          </>
        )}
        {evaluation?.kind === 'value' && (
          <ul aria-label="Evaluated parts" className="w-full">
            <TracePart trace={evaluation.trace} />
          </ul>
        )}
        <p className="text-ink-soft">
          Claims of this segment:{' '}
          {Object.entries(segment.values)
            .map(([name, value]) => `${name} is ${String(value)}`)
            .join(', ') || 'none'}
          .
        </p>
      </div>
    </Dialog>
  );
}

function TracePart({ trace: { text, value, parts } }: { trace: Trace }) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3 border-b border-line py-1">
        <code className="font-mono text-xs wrap-anywhere">{text}</code>
        <code className="shrink-0 font-mono text-xs font-semibold">{formatValue(value)}</code>
      </div>
      {parts.some((part) => part.parts.length > 0 || part.text.includes('visitor')) && (
        <ul className="pl-4">
          {parts.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of an expression have an order and no names
            <TracePart key={index} trace={part} />
          ))}
        </ul>
      )}
    </li>
  );
}

const formatValue = (value: unknown) =>
  value === undefined ? 'unset' : typeof value === 'object' ? 'a group' : JSON.stringify(value);

/** The maximum number of rows; others are found by searching. */
const MAX_ROWS = 200;

interface VisibilityMatrixProps {
  items: readonly SiteItem[];
  segments: readonly Segment[];
  claims: readonly string[];
  find: string;
  open: { item: string | undefined; segment: string | undefined };
  onOpen: (itemId: string, segment: string) => void;
  onSegment: (name: string) => void;
}

/** A matrix of items and segments; a cell opens the explanation. */
export function VisibilityMatrix({
  items,
  segments,
  claims,
  find,
  open,
  onOpen,
  onSegment,
}: VisibilityMatrixProps) {
  const depths = useMemo(() => depthsOf(items), [items]);
  const visibilityBySegment = useMemo(
    () => segments.map((segment) => ({ segment, visibilityById: visibilityFor(items, segment, claims) })),
    [items, segments, claims],
  );
  const found = find === '' ? items : items.filter(({ title }) => matchWords(find, title) > 0);
  const rows = found.slice(0, MAX_ROWS);
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        role="region"
        aria-label="Visibility by segment, scrollable"
        className="max-h-[65dvh] overflow-auto rounded-lg border border-line"
      >
        <table aria-label="Visibility by segment" className="w-full border-separate border-spacing-0">
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky top-0 left-0 z-10 border-b border-line bg-sunken px-3 py-2 text-left font-medium"
              >
                Item
              </th>
              {segments.map(({ name }) => (
                <th
                  key={name}
                  scope="col"
                  aria-label={name}
                  className="sticky top-0 border-b border-line bg-sunken px-1 py-1 font-medium"
                >
                  <button
                    type="button"
                    dir="auto"
                    className="button button-quiet h-7 max-w-40 px-2 text-xs"
                    data-tip="Edit segment"
                    onClick={() => onSegment(name)}
                  >
                    <span className="truncate">{name}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((item) => (
              <tr key={item.id}>
                <th
                  scope="row"
                  className="sticky left-0 max-w-44 border-b border-line bg-canvas px-3 py-1 text-left font-normal sm:max-w-xs"
                >
                  <span
                    dir="auto"
                    className={classNames('block truncate', indents[depths.get(item.id) ?? 0])}
                    {...(item.condition === null ? {} : { 'data-tip': item.condition })}
                  >
                    {item.title}
                  </span>
                </th>
                {visibilityBySegment.map(({ segment, visibilityById }) => (
                  <Cell
                    key={segment.name}
                    visibility={visibilityById.get(item.id)}
                    label={`${item.title}, ${segment.name}`}
                    isOpen={open.item === item.id && open.segment === segment.name}
                    onOpen={() => onOpen(item.id, segment.name)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length > MAX_ROWS && (
        <p className="text-ink-soft">
          Showing the first {formatNumber(MAX_ROWS)} of {formatNumber(found.length)}. Search to find others.
        </p>
      )}
      {found.length === 0 && <p className="text-ink-soft">No items match this title.</p>}
    </>
  );
}

const indents = ['', 'pl-4', 'pl-8'];

function depthsOf(items: readonly SiteItem[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { id, parent } of items) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? 0) + 1);
  return depths;
}

export const stateStyles: Record<ItemVisibility['state'], { Icon: typeof Eye; color: string; text: string }> =
  {
    shown: { Icon: Eye, color: 'text-success-ink', text: 'shown' },
    hidden: { Icon: EyeOff, color: 'text-ink-soft', text: 'hidden' },
    unknown: { Icon: CircleHelp, color: 'text-warning-ink', text: 'can’t be evaluated' },
  };

interface CellProps {
  visibility: ItemVisibility | undefined;
  label: string;
  isOpen: boolean;
  onOpen: () => void;
}

function Cell({ visibility, label, isOpen, onOpen }: CellProps) {
  const { Icon, color, text } = stateStyles[visibility?.state ?? 'unknown'];
  return (
    <td className="border-b border-line p-0 text-center">
      <button
        type="button"
        aria-label={`${label}: ${text}`}
        aria-pressed={isOpen}
        className={classNames(
          'grid h-8 w-full place-items-center -outline-offset-2 hover:bg-hover aria-pressed:bg-pressed pointer-coarse:h-10',
          color,
          // Cells without a condition are dimmed, so that the others stand out.
          visibility?.reason === 'none' && 'opacity-60',
        )}
        onClick={onOpen}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </td>
  );
}
