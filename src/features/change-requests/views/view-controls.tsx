import { ListTree, SlidersHorizontal } from 'lucide-react';
import { createContext, useContext } from 'react';
import { useMatches } from '#src/ui/browser/viewport.ts';
import { IconButton } from '#src/ui/button.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';
import { useHasRevisions } from '../capabilities.ts';
import type { ComparisonBase, DifferenceViewOptions } from './sides.ts';

/** Opens the list of changed pages, where it has no separate column. */
export const OpenChangedPages = createContext<(() => void) | undefined>(undefined);

/** Opens the list of changed pages; absent next to it. */
export function ChangedPagesButton() {
  const open = useContext(OpenChangedPages);
  if (!open) return null;
  return (
    <IconButton label="Changed pages" aria-haspopup="dialog" className="-ml-2" onClick={open}>
      <ListTree />
    </IconButton>
  );
}

interface UnchangedToggleProps {
  value: DifferenceViewOptions['tree'];
  onChange: (value: DifferenceViewOptions['tree']) => void;
}

/** Adds unchanged pages to the list of changed ones. */
export function UnchangedToggle({ value, onChange }: UnchangedToggleProps) {
  return (
    <IconButton
      label="Show unchanged pages"
      aria-pressed={value === 'all'}
      className={value === 'all' ? 'bg-hover text-ink!' : undefined}
      onClick={() => onChange(value === 'all' ? undefined : 'all')}
    >
      <ListTree />
    </IconButton>
  );
}

const bases = [
  { value: 'start', label: 'Original' },
  { value: 'main', label: 'Current' },
  { value: 'review', label: 'My review' },
] as const satisfies readonly { value: ComparisonBase; label: string }[];

const views = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'source', label: 'Source' },
] as const;

const layouts = [
  { value: 'inline', label: 'Inline' },
  { value: 'side', label: 'Side by side' },
] as const;

interface ViewControlsProps {
  choice: DifferenceViewOptions;
  onChoose: (choice: DifferenceViewOptions) => void;
}

/**
 * What can be compared with: the person's last review only where there is one, and nothing where both sides are chosen
 * on another screen.
 */
export const OfferedBases = createContext<readonly ComparisonBase[]>(['start', 'main']);

/** See `OfferedBases`. */
export const noComparisonBases: readonly ComparisonBase[] = [];

function useBases() {
  const offeredBases = useContext(OfferedBases);
  return bases.filter(({ value }) => offeredBases.includes(value));
}

/** Compares with the original, the current space or what the person reviewed last. */
export function BaseControl({ choice, onChoose }: ViewControlsProps) {
  return (
    <SegmentedControl
      label="Compare with"
      value={choice.base ?? 'start'}
      options={useBases()}
      onChange={(base) => onChoose({ base: base === 'start' ? undefined : base })}
    />
  );
}

/** Rendered or source, inline or side by side; in one menu where they have no room. */
export function ViewControls({ choice, onChoose }: ViewControlsProps) {
  const isPhone = useMatches('(width < 48rem)');
  const isCompact = useMatches('(width < 48rem), (64rem <= width < 80rem)');
  const hasRevisions = useHasRevisions() === true;
  const offeredBases = useBases();
  const isAlone = useContext(OpenChangedPages) !== undefined && offeredBases.length > 0;
  const { view = 'rendered', layout = 'inline', base = 'start' } = choice;
  const entries = (): MenuEntry[] => [
    ...views.map(({ value, label }) => ({
      label,
      checked: view === value,
      onSelect: () => onChoose({ view: value }),
    })),
    ...(isPhone
      ? []
      : [
          'separator' as const,
          ...layouts.map(({ value, label }) => ({
            label,
            checked: layout === value,
            onSelect: () => onChoose({ layout: value }),
          })),
        ]),
    ...(isAlone && hasRevisions
      ? [
          { heading: 'Compare with' },
          ...offeredBases.map(({ value, label }) => ({
            label,
            checked: base === value,
            onSelect: () => onChoose({ base: value === 'start' ? undefined : value }),
          })),
        ]
      : []),
  ];
  if (isCompact)
    return (
      <MenuIconButton label="View" align="end" entries={entries}>
        <SlidersHorizontal />
      </MenuIconButton>
    );
  return (
    <>
      {isAlone && hasRevisions && <BaseControl choice={choice} onChoose={onChoose} />}
      <SegmentedControl
        label="View"
        value={view}
        options={views}
        onChange={(value) => onChoose({ view: value })}
      />
      <SegmentedControl
        label="Layout"
        value={layout}
        options={layouts}
        onChange={(value) => onChoose({ layout: value })}
      />
    </>
  );
}
