import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { SearchInput } from '#src/ui/form/input.tsx';

interface SearchFieldProps {
  /** "Search members". */
  label: string;
  /** The value in the URL. */
  value: string;
  /** Updates the URL, debounced. */
  onSearch: (text: string) => void;
  className?: string;
}

const debounceMs = 200;

/** The search field of a list. The URL holds the value; the field is ahead while typing. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Changed by Back or "Clear filters", not by typing here.
    if (value !== sent) setText(value);
  }

  const send = (next: string) => {
    clearTimeout(timer.current);
    setSent(next.trim());
    onSearch(next.trim());
  };

  useShortcuts([{ keys: '/', label, group: 'List', run: () => field.current?.focus() }]);

  return (
    <SearchInput
      ref={field}
      label={label}
      icon={<Search />}
      value={text}
      {...(className ? { className } : {})}
      onChange={(event) => {
        const next = event.target.value;
        setText(next);
        clearTimeout(timer.current);
        if (next === '') send(next);
        else timer.current = setTimeout(() => send(next), debounceMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text);
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
