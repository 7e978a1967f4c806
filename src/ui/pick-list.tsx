import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { Input } from './input.tsx';
import type { FieldControl } from './field.tsx';

/** One thing that can be picked. */
export interface PickOption {
  id: string;
  content: ReactNode;
  /** Why it cannot be picked now; it stays in the list with the reason behind it. */
  disabledReason?: string | undefined;
}

interface PickListProps {
  /** What is searched; names the field where no `Field` around it does. */
  label: string;
  control?: FieldControl;
  query: string;
  onQuery: (query: string) => void;
  /** Already narrowed down to what matches. */
  options: readonly PickOption[];
  onPick: (id: string) => void;
  /** The option that is chosen now, where there can be only one. */
  chosen?: string | undefined;
  /** Results are on their way; what was found before stays until they are there. */
  pending: boolean;
  /** Stands in place of options. */
  empty: string;
  /** Called with a pasted text; true when it was taken care of and is not to end up in the field. */
  onPasteText?: (text: string) => boolean;
}

/**
 * A search field over the list of what it finds: arrow keys walk the list, Enter picks. The list keeps its height, so
 * that a dialog around it does not jump while one types.
 */
export function PickList(props: PickListProps) {
  const { label, control, query, onQuery, options, onPick, chosen, pending, empty, onPasteText } = props;
  const id = useId();
  const [wanted, setActive] = useState(0);
  const active = Math.min(wanted, options.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  const pick = (option: PickOption | undefined) => {
    if (option && !option.disabledReason) onPick(option.id);
  };
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      const next = (active + step + options.length) % options.length;
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      pick(options[active]);
    }
  };

  return (
    <div className="overflow-hidden rounded-md border border-line">
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
          aria-activedescendant={options.length > 0 ? optionId(active) : undefined}
          aria-busy={pending || undefined}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={query}
          className="rounded-none! border-0! pl-8 -outline-offset-1!"
          onChange={(event) => {
            setActive(0);
            onQuery(event.target.value);
          }}
          onKeyDown={steer}
          onPaste={(event) => {
            if (onPasteText?.(event.clipboardData.getData('text'))) event.preventDefault();
          }}
        />
      </div>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className="h-52 overflow-y-auto overscroll-contain p-1"
        onKeyDown={steer}
        // A press on an option leaves the focus in the field, where one types on.
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={(event) => setActive((now) => indexOf(event.target) ?? now)}
        onClick={(event) => pick(options[indexOf(event.target) ?? -1])}
      >
        {options.map((option, index) => (
          <div
            key={option.id}
            id={optionId(index)}
            data-index={index}
            role="option"
            tabIndex={-1}
            aria-selected={option.id === chosen}
            aria-disabled={option.disabledReason ? true : undefined}
            data-highlighted={index === active ? '' : undefined}
            className={classNames('menu-entry items-center!', option.disabledReason && 'text-ink-soft')}
          >
            {option.content}
            {option.id === chosen && <Check aria-hidden="true" className="ml-auto" />}
            {option.disabledReason && (
              <span className="ml-auto shrink-0 text-xs text-ink-soft">{option.disabledReason}</span>
            )}
          </div>
        ))}
        {options.length === 0 && (
          <div role="option" tabIndex={-1} aria-selected="false" aria-disabled="true" className={nothing}>
            {pending ? 'Searching…' : empty}
          </div>
        )}
      </div>
    </div>
  );
}

const nothing = 'px-2 py-6 text-center text-ink-soft';

function indexOf(target: EventTarget): number | null {
  const option = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return option ? Number(option.dataset.index) : null;
}
