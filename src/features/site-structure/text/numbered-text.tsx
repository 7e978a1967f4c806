import { useRef } from 'react';
import type { TextControl } from '#src/components/form/fields.tsx';
import './numbered-text.css';

interface NumberedTextProps {
  control: TextControl;
  /** Gets the element of the text, to select a line in it. */
  onField: (element: HTMLTextAreaElement | null) => void;
}

/** A text of code with the numbers of its lines. */
export function NumberedText({ control, onField }: NumberedTextProps) {
  const { value, onChange, ref, ...attributes } = control;
  const numbers = useRef<HTMLPreElement>(null);
  const count = value.split('\n').length;
  return (
    <div className="numbered-text">
      <pre ref={numbers} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => index + 1).join('\n')}
      </pre>
      <textarea
        {...attributes}
        ref={(element) => {
          ref(element);
          onField(element);
        }}
        value={value}
        wrap="off"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        className="field px-2.5 py-1.5"
        onChange={(event) => onChange(event.target.value)}
        onScroll={({ currentTarget }) => {
          if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

/** Selects a line of a text, from 1, and scrolls to it. */
export function selectLine(field: HTMLTextAreaElement, line: number): void {
  const before = field.value.split('\n').slice(0, line - 1);
  const start = before.reduce((length, text) => length + text.length + 1, 0);
  const end = field.value.indexOf('\n', start);
  field.focus();
  field.setSelectionRange(start, end === -1 ? field.value.length : end);
  const lineHeight = field.scrollHeight / field.value.split('\n').length;
  field.scrollTop = Math.max(0, (line - 1) * lineHeight - field.clientHeight / 2);
}
