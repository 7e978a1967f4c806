import { ChevronRight, CircleHelp, Eye, EyeOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { matchWords } from '#src/lib/compare/match-text.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import {
  describeClaim,
  type SiteItem,
  type Segment,
  type ItemVisibility,
  visibilityFor,
} from '../audience.ts';

/** The maximum number of rows; others are found by searching. */
const MAX_ROWS = 200;

interface VisibilityMatrixProps {
  items: readonly SiteItem[];
  segments: readonly Segment[];
  claims: readonly string[];
  /** Filters by title; everything that matches is a row. */
  find: string;
  open: { item: string | undefined; segment: string | undefined };
  onOpen: (itemId: string, segment: string) => void;
  /** Edits a segment; undefined for who may not. */
  onSegment: ((name: string) => void) | undefined;
  /** On phones: the one segment that is shown. */
  only: Segment | undefined;
}

/**
 * The items that segments see differently. Items that are the same for all are folded. A cell opens the
 * explanation.
 */
// oxlint-disable-next-line max-lines-per-function -- the markup of one table, from its head to its folded bodies
export function VisibilityMatrix(props: VisibilityMatrixProps) {
  const { items, segments, claims, find, only } = props;
  const [unfolded, setUnfolded] = useState<ReadonlySet<Fold>>(new Set());
  const byItem = useMemo(() => visibilitiesByItem(items, segments, claims), [items, segments, claims]);
  const visibleSegments = only ? [only] : segments;
  const matches = find === '' ? items : items.filter(({ title }) => matchWords(find, title) > 0);
  const foldedAs = (item: SiteItem) => (find === '' ? foldOf(byItem.get(item.id) ?? []) : null);
  const visibleItems = matches.filter((item) => foldedAs(item) === null);
  const rowProps = { ...props, shown: visibleSegments, byItem };
  return (
    <>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by the keyboard
        tabIndex={0}
        role="region"
        aria-label="Visibility by segment, scrollable"
        className="rounded-lg border border-line sm:max-h-view sm:overflow-auto"
      >
        <table
          aria-label="Visibility by segment"
          className="w-full table-fixed border-separate border-spacing-0 sm:table-auto"
        >
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky top-0 left-0 z-10 border-b border-line bg-surface px-3 py-2 text-left align-bottom text-xs font-medium text-ink-soft"
              >
                Item
              </th>
              {visibleSegments.map((segment) => (
                <SegmentHeader key={segment.name} segment={segment} onEdit={props.onSegment} />
              ))}
            </tr>
          </thead>
          <tbody>
            {visibleItems.slice(0, MAX_ROWS).map((item) => (
              <ItemRow key={item.id} item={item} {...rowProps} />
            ))}
            {visibleItems.length === 0 && (
              <tr>
                <td
                  colSpan={visibleSegments.length + 1}
                  className="border-b border-line px-3 py-3 text-ink-soft"
                >
                  {find === '' ? 'All segments see the same items.' : 'No items match this title.'}
                </td>
              </tr>
            )}
          </tbody>
          {folds.map(({ fold, label }) => {
            const same = matches.filter((item) => foldedAs(item) === fold);
            const isOpen = unfolded.has(fold);
            return (
              same.length > 0 && (
                <tbody key={fold}>
                  <tr>
                    <td colSpan={visibleSegments.length + 1} className="border-b border-line p-0">
                      <button
                        type="button"
                        aria-expanded={isOpen}
                        className="button-quiet sticky left-0 flex min-h-9 items-center gap-1.5 rounded-md px-3 text-left -outline-offset-2 pointer-coarse:min-h-11"
                        onClick={() => setUnfolded(toggled(unfolded, fold))}
                      >
                        <ChevronRight
                          aria-hidden="true"
                          className={classNames('size-3.5 shrink-0', isOpen && 'rotate-90')}
                        />
                        {formatCount(same.length, 'item')} {label}
                      </button>
                    </td>
                  </tr>
                  {isOpen &&
                    same
                      .slice(0, MAX_ROWS)
                      .map((item) => <ItemRow key={item.id} item={item} {...rowProps} />)}
                </tbody>
              )
            );
          })}
        </table>
      </div>
      {matches.length > MAX_ROWS && (
        <p className="text-ink-soft">
          Showing up to {formatNumber(MAX_ROWS)} of each. Search to find others.
        </p>
      )}
      <Legend />
    </>
  );
}

/** Items that all segments see, or none does. */
type Fold = 'everyone' | 'nobody';

const folds: readonly { fold: Fold; label: string }[] = [
  { fold: 'everyone', label: 'visible to everyone' },
  { fold: 'nobody', label: 'hidden from all segments' },
];

function foldOf(visibilities: readonly ItemVisibility[]): Fold | null {
  if (visibilities.every(({ state }) => state === 'shown')) return 'everyone';
  return visibilities.every(({ state }) => state === 'hidden') ? 'nobody' : null;
}

function toggled(folded: ReadonlySet<Fold>, fold: Fold): ReadonlySet<Fold> {
  const next = new Set(folded);
  if (!next.delete(fold)) next.add(fold);
  return next;
}

/** The visibility of each item for each segment, in the order of the segments. */
function visibilitiesByItem(
  items: readonly SiteItem[],
  segments: readonly Segment[],
  claims: readonly string[],
): ReadonlyMap<string, readonly ItemVisibility[]> {
  const bySegment = segments.map((segment) => visibilityFor(items, segment, claims));
  return new Map(items.map(({ id }) => [id, bySegment.flatMap((visible) => visible.get(id) ?? [])]));
}

/** The card of a segment: its name and claims; opens the segment for editing. */
function SegmentHeader({
  segment,
  onEdit,
}: {
  segment: Segment;
  onEdit: ((name: string) => void) | undefined;
}) {
  const { name } = segment;
  const card = 'flex w-36 flex-col gap-1 rounded-md border border-line px-2.5 py-2 text-left';
  const content = (
    <>
      <span dir="auto" className="w-full truncate">
        {name}
      </span>
      <SegmentClaims segment={segment} />
    </>
  );
  return (
    <th
      scope="col"
      aria-label={name}
      className="sticky top-0 border-b border-line bg-surface p-1.5 text-left align-top font-medium"
    >
      {onEdit ? (
        <button
          type="button"
          className={classNames(card, 'hover:bg-hover')}
          data-tip={`Edit segment “${name}”`}
          onClick={() => onEdit(name)}
        >
          {content}
        </button>
      ) : (
        <span className={card}>{content}</span>
      )}
    </th>
  );
}

function SegmentClaims({ segment }: { segment: Segment }) {
  const claims = Object.entries(segment.values);
  if (claims.length === 0) return <SegmentNote>No claims</SegmentNote>;
  // By default a segment is named after its claim.
  if (claims.length === 1 && segment.values[segment.name] === true)
    return <SegmentNote>Claim is true</SegmentNote>;
  return (
    <span className="flex w-full flex-col font-mono text-xs font-normal text-ink-soft">
      {claims.map(([name, value]) => (
        <span key={name} className="wrap-anywhere">
          {describeClaim(name, value)}
        </span>
      ))}
    </span>
  );
}

function SegmentNote({ children }: { children: string }) {
  return <span className="text-xs font-normal text-ink-soft">{children}</span>;
}

interface ItemRowProps extends Pick<VisibilityMatrixProps, 'items' | 'segments' | 'open' | 'onOpen'> {
  item: SiteItem;
  /** The segments with a column. */
  shown: readonly Segment[];
  byItem: ReadonlyMap<string, readonly ItemVisibility[]>;
}

function ItemRow({ item, items, segments, shown, byItem, open, onOpen }: ItemRowProps) {
  const parents = parentTitles(items, item);
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 border-b border-line bg-canvas px-3 py-1.5 text-left font-normal sm:max-w-xs"
      >
        <span
          dir="auto"
          className="block wrap-anywhere sm:truncate"
          {...(item.condition === null ? {} : { 'data-tip': item.condition })}
        >
          {item.title}
        </span>
        {parents !== '' && (
          <span dir="auto" className="block text-xs text-ink-soft wrap-anywhere sm:truncate">
            {parents}
          </span>
        )}
      </th>
      {segments.map(
        (segment, index) =>
          shown.includes(segment) && (
            <Cell
              key={segment.name}
              visibility={byItem.get(item.id)?.[index]}
              label={`${item.title}, ${segment.name}`}
              isOpen={open.item === item.id && open.segment === segment.name}
              onOpen={() => onOpen(item.id, segment.name)}
            />
          ),
      )}
    </tr>
  );
}

/** "Guides › Billing" */
function parentTitles(items: readonly SiteItem[], { parent }: SiteItem): string {
  const above = items.find(({ id }) => id === parent);
  if (!above) return '';
  return [parentTitles(items, above), above.title].filter((title) => title !== '').join(' › ');
}

const stateStyles: Record<ItemVisibility['state'], { Icon: typeof Eye; style: string }> = {
  shown: { Icon: Eye, style: 'bg-accent-soft font-medium text-accent-ink' },
  hidden: { Icon: EyeOff, style: 'bg-sunken text-ink-soft' },
  unknown: { Icon: CircleHelp, style: 'bg-warning-soft text-warning-ink' },
};

/** The word of a cell: what a segment sees and, if it is hidden, what hides it. */
function wordOf({ state, reason }: Pick<ItemVisibility, 'state' | 'reason'>): string {
  if (state === 'shown') return 'Shown';
  if (state === 'unknown') return 'Unknown';
  const causes = {
    own: 'Hidden: condition',
    parent: 'Hidden: parent',
    children: 'Hidden: empty',
    none: 'Hidden',
  };
  return causes[reason];
}

const legend: readonly (Pick<ItemVisibility, 'state' | 'reason'> & { meaning: string })[] = [
  { state: 'shown', reason: 'none', meaning: 'The segment sees it.' },
  { state: 'hidden', reason: 'own', meaning: 'Its condition isn’t met.' },
  { state: 'hidden', reason: 'parent', meaning: 'It’s in a hidden item.' },
  { state: 'hidden', reason: 'children', meaning: 'Nothing in it is shown.' },
  { state: 'unknown', reason: 'own', meaning: 'Its condition can’t be evaluated here.' },
];

function Legend() {
  return (
    <dl aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-soft">
      {legend.map(({ meaning, ...visibility }) => (
        <div key={meaning} className="flex gap-1.5">
          <dt className="font-medium text-ink">{wordOf(visibility)}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CellProps {
  visibility: ItemVisibility | undefined;
  label: string;
  isOpen: boolean;
  onOpen: () => void;
}

function Cell({ visibility = missing, label, isOpen, onOpen }: CellProps) {
  const { Icon, style } = stateStyles[visibility.state];
  const word = wordOf(visibility);
  return (
    <td className="border-b border-line p-0">
      <button
        type="button"
        aria-label={`${label}: ${word}`}
        aria-pressed={isOpen}
        className={classNames(
          'flex min-h-12 w-full items-center gap-1.5 px-3 text-left whitespace-nowrap -outline-offset-2 hover:bg-hover aria-pressed:bg-pressed',
          style,
        )}
        onClick={onOpen}
      >
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        {word}
      </button>
    </td>
  );
}

const missing: ItemVisibility = { state: 'unknown', reason: 'own', evaluation: null };
