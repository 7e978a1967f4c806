import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { CustomField, CustomFieldValue } from '#api/generated/types.gen.ts';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { parseValue, serializeValue } from './cell-values.ts';
import { fieldTitle } from './labels.ts';

interface OptionPanelProps {
  label: string;
  options: readonly string[];
  selected: readonly string[];
  onCommit: (chosen: string[], after: FocusAfterCommit) => void;
  onCancel: () => void;
}

/** Selects several options in a panel over the cell, in the order of the field's options. */
function OptionPanel({ label, options, selected, onCommit, onCancel }: OptionPanelProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(selected));
  // Options that no longer exist are dropped on the first change.
  const inOrder = () => options.filter((option) => picked.has(option));

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    const boxes = [...event.currentTarget.querySelectorAll('input')];
    const at = boxes.findIndex((box) => box === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) boxes[(at + step + boxes.length) % boxes.length]?.focus();
    else if (event.key === 'Enter') onCommit(inOrder(), 'down');
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={positionPanel}
      role="group"
      aria-label={label}
      className="fixed z-30 max-h-64 w-56 overflow-y-auto rounded-lg border border-line bg-surface p-2 shadow-floating"
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onCommit(inOrder(), 'stay');
      }}
    >
      {options.map((option) => (
        <LabelledCheckbox
          key={option}
          label={<bdi>{option}</bdi>}
          checked={picked.has(option)}
          className="rounded-md px-1.5 py-1 hover:bg-hover"
          onChange={({ target }) => {
            const next = new Set(picked);
            if (target.checked) next.add(option);
            else next.delete(option);
            setPicked(next);
          }}
        />
      ))}
    </div>
  );
}

/** Positions the panel above or below its cell; inside the matrix it would be clipped. */
function positionPanel(panel: HTMLElement | null): void {
  const cell = panel?.parentElement?.getBoundingClientRect();
  if (!panel || !cell) return;
  const top =
    cell.bottom + panel.offsetHeight > window.innerHeight ? cell.top - panel.offsetHeight : cell.bottom;
  panel.style.top = `${Math.max(4, top)}px`;
  panel.style.left = `${Math.max(4, Math.min(cell.left, window.innerWidth - panel.offsetWidth - 4))}px`;
  panel.querySelector('input')?.focus();
}

/** Where the focus moves after a value is committed. */
export type FocusAfterCommit = 'down' | 'right' | 'stay';

interface CellEditorProps {
  field: CustomField;
  /** "Owner of Guides". */
  label: string;
  value: CustomFieldValue | undefined;
  /** Text typed so far, replacing the value. */
  typed?: string | undefined;
  /** Called with the new value; null clears it. */
  onCommit: (value: CustomFieldValue | null, after: FocusAfterCommit) => void;
  onCancel: () => void;
}

/** Edits a value according to its field's type. Enter or a click outside commits, Escape cancels. */
export function CellEditor(props: CellEditorProps) {
  const { field, label, value, typed, onCommit, onCancel } = props;
  const [text, setText] = useState(() =>
    isSelect(field) ? serializeValue(value) : (typed ?? serializeValue(value)),
  );
  const [error, setError] = useState<string | null>(null);

  const commit = (after: FocusAfterCommit, next = text) => {
    const parsed = parseValue(field, next);
    if ('problem' in parsed) setError(parsed.problem);
    else onCommit(parsed.value, after);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // The surrounding matrix handles these keys differently.
    event.stopPropagation();
    const after = { Enter: 'down', Tab: 'right' }[event.key];
    if (event.key === 'Escape') onCancel();
    else if (after === 'down' || after === 'right') commit(after);
    else return;
    event.preventDefault();
  };

  if (field.type === 'select:multi')
    return (
      <OptionPanel
        label={label}
        options={field.options ?? []}
        selected={Array.isArray(value) ? value : []}
        onCommit={(options, after) => onCommit(options.length > 0 ? options : null, after)}
        onCancel={onCancel}
      />
    );
  if (isSelect(field))
    return (
      <WithError text={error}>
        <Select
          aria-label={label}
          autoFocus
          value={text}
          options={optionsOf(field)}
          onChange={setText}
          onKeyDown={handleKeyDown}
          onBlur={() => commit('stay')}
          className="w-full"
        />
      </WithError>
    );
  return (
    <WithError text={error}>
      <Input
        aria-label={label}
        aria-invalid={error !== null || undefined}
        autoFocus
        dir="auto"
        autoComplete="off"
        inputMode={field.type === 'number' ? 'decimal' : 'text'}
        placeholder={field.placeholder || placeholders[field.type] || fieldTitle(field)}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => commit('stay')}
      />
    </WithError>
  );
}

const placeholders: Partial<Record<CustomField['type'], string>> = { tags: 'first tag; second tag' };

/** Select boxes can't start with a typed letter. */
const isSelect = ({ type }: CustomField) => type === 'select:single' || type === 'boolean';

function optionsOf({ type, options = [] }: CustomField) {
  const none = { value: '', label: '–' };
  if (type === 'boolean') return [none, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }];
  return [none, ...options.map((option) => ({ value: option, label: option }))];
}

function WithError({ text, children }: { text: string | null; children: ReactNode }) {
  return (
    <>
      {children}
      {text && (
        <span
          role="alert"
          className="absolute top-full left-0 z-30 w-max max-w-64 rounded-md border border-danger-line bg-danger-soft px-2 py-1 text-xs text-danger-ink"
        >
          {text}
        </span>
      )}
    </>
  );
}
