import { Check, Search, Square, SquareCheckBig } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { createStore } from '#src/lib/store.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import type { FieldControl } from './field.tsx';
import { Input } from './input.tsx';

export interface PickOption {
  id: string;
  content: ReactNode;
  /** Why it can't be selected; shown behind the option. */
  disabledReason?: string | undefined;
}

interface PickListProps {
  /** Accessible name of the field when it has no `Field` around it. */
  label: string;
  control?: FieldControl;
  query: string;
  onQuery: (query: string) => void;
  /** The matching options, best first. */
  options: readonly PickOption[];
  onPick: (id: string) => void;
  /** The selected option of a single choice. */
  selectedId?: string | undefined;
  /** The selected options of a choice of several, which has check boxes; picking one of them again deselects it. */
  selectedIds?: ReadonlySet<string> | undefined;
  /** Results for the current text are loading; previous ones stay visible but can't be selected. */
  pending: boolean;
  /** Shown when there are no options. */
  empty: string;
  /** Called with pasted text; return true if handled. */
  onPasteText?: (text: string) => boolean;
}

/**
 * A search field over its results: arrow keys navigate, Enter selects, waiting for pending results. The list keeps its
 * height so that a dialog around it doesn't jump.
 */
// oxlint-disable-next-line max-lines-per-function -- one combobox: the attributes of field and list name each other
export function PickList(props: PickListProps) {
  const { label, control, query, options, selectedId, selectedIds, pending, empty, onPasteText } = props;
  const id = useId();
  const { active, select, pick, submit, isSubmitted, write } = useSelection(props);
  const optionId = (index: number) => `${id}-${index}`;

  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options[active]) {
      event.preventDefault();
      const next = (active + step + options.length) % options.length;
      select(options[next]);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
      // The next text replaces this one, which has done its work.
      if (selectedIds && event.target instanceof HTMLInputElement) event.target.select();
    }
  };

  return (
    <div className="overflow-hidden rounded-md border border-control-line">
      <div className="relative border-b border-line">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-ink-soft"
        />
        <Input
          {...control}
          {...(control ? {} : { 'aria-label': label })}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={options[active] && optionId(active)}
          aria-busy={pending || undefined}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={query}
          className={classNames('rounded-none! border-0! pl-8 -outline-offset-1!', isSubmitted && 'pr-24')}
          onChange={(event) => write(event.target.value)}
          onKeyDown={handleKeyDown}
          onPaste={(event) => {
            if (onPasteText?.(event.clipboardData.getData('text'))) event.preventDefault();
          }}
        />
        <span role="status" className="absolute top-1/2 right-2.5 -translate-y-1/2 text-xs text-ink-soft">
          {isSubmitted && 'Selecting…'}
        </span>
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={selectedIds && true}
        tabIndex={-1}
        className="h-52 overflow-y-auto overscroll-contain p-1"
        onKeyDown={handleKeyDown}
        // Pressing an option keeps the focus in the field, for further typing.
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={(event) => select(options[indexOf(event.target) ?? -1])}
        onClick={(event) => pick(options[indexOf(event.target) ?? -1])}
      >
        {options.map((option, index) => (
          <Option
            key={option.id}
            domId={optionId(index)}
            index={index}
            option={option}
            isSelected={selectedIds?.has(option.id) ?? option.id === selectedId}
            isMultiple={selectedIds !== undefined}
            isActive={index === active}
            pending={pending}
          />
        ))}
        {options.length === 0 && <EmptyOption>{pending ? 'Searching…' : empty}</EmptyOption>}
      </div>
    </div>
  );
}

interface OptionProps {
  domId: string;
  index: number;
  option: PickOption;
  isSelected: boolean;
  isMultiple: boolean;
  /** Highlighted for Enter. */
  isActive: boolean;
  pending: boolean;
}

function Option({ domId, index, option, isSelected, isMultiple, isActive, pending }: OptionProps) {
  const { content, disabledReason } = option;
  const Box = isSelected ? SquareCheckBig : Square;
  return (
    <div
      id={domId}
      data-index={index}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-disabled={pending || disabledReason ? true : undefined}
      data-highlighted={isActive ? '' : undefined}
      className={classNames(
        'menu-entry items-center!',
        disabledReason && 'text-ink-soft',
        pending && 'opacity-50 transition-opacity delay-150',
      )}
    >
      {isMultiple && <Box aria-hidden="true" className={isSelected ? 'text-accent-ink' : undefined} />}
      {content}
      {isSelected && !isMultiple && <Check aria-hidden="true" className="ml-auto" />}
      {disabledReason && <span className="ml-auto shrink-0 text-xs text-ink-soft">{disabledReason}</span>}
    </div>
  );
}

function EmptyOption({ children }: { children: string }) {
  return (
    <div role="option" tabIndex={-1} aria-selected="false" aria-disabled="true" className={emptyOptionStyle}>
      {children}
    </div>
  );
}

/** Selection and Enter: Enter never takes a result of an earlier text. */
function useSelection({ query, onQuery, options, onPick, pending }: PickListProps) {
  // The option selected by keys or pointer for this text; defaults to the best match.
  const [selected, setSelected] = useState({ query: '', id: '' });
  // The text for which Enter was pressed before its results arrived.
  const [submitted] = useState(() => createStore<string | null>(null));
  const isSubmitted = useStore(submitted) === query;
  const selectedIndex = selected.query === query ? options.findIndex(({ id }) => id === selected.id) : -1;
  const active = pending ? -1 : Math.max(selectedIndex, 0);

  const pick = (option: PickOption | undefined) => {
    if (!pending && option && !option.disabledReason) onPick(option.id);
  };
  const isReady = isSubmitted && !pending;
  // The response ends the wait, not an event of this component.
  useEffect(() => {
    if (!isReady) return;
    submitted.set(null);
    pick(options[0]);
  });

  return {
    active,
    select: (option: PickOption | undefined) => {
      if (!pending && option) setSelected({ query, id: option.id });
    },
    pick,
    submit: () => {
      if (!pending) pick(options[active]);
      else if (query.trim() !== '') submitted.set(query);
    },
    isSubmitted,
    /** Typing cancels a pending Enter. */
    write: (text: string) => {
      submitted.set(null);
      onQuery(text);
    },
  };
}

const emptyOptionStyle = 'px-2 py-6 text-center text-ink-soft';

function indexOf(target: EventTarget): number | null {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return option ? Number(option.dataset.index) : null;
}

interface HiddenCountProps {
  count: number;
  className?: string;
}

/** How many results a list leaves out, and what to do about it; nothing for none. */
export function HiddenCount({ count, className = '' }: HiddenCountProps) {
  if (count <= 0) return null;
  return (
    <p className={classNames('text-xs text-ink-soft', className)}>
      {formatNumber(count)} more. Type to narrow the results.
    </p>
  );
}
