import { useState } from 'react';
import { matchWords } from '#src/lib/compare/match-text.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { isOneEmoji, namedEmoji } from './emoji-names.ts';

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

/** Picks an emoji by search term, or accepts any typed or pasted one. Works offline. */
export function EmojiPicker({ onPick, onClose }: EmojiPickerProps) {
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const matches = namedEmoji.filter(({ label }) => matchWords(typed, label) > 0);
  const typedEmoji = isOneEmoji(typed) ? typed : undefined;
  const first = typedEmoji ?? matches[0]?.emoji;
  return (
    <Dialog title="Add reaction" size="small" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) onPick(first);
        }}
      >
        <Input
          aria-label="Search or type an emoji"
          placeholder="Search or type an emoji"
          autoComplete="off"
          value={query}
          className="w-full"
          onChange={({ target }) => setQuery(target.value)}
        />
      </form>
      <div className="mt-3 grid h-56 grid-cols-8 content-start gap-1 sm:grid-cols-10 overflow-y-auto">
        {typedEmoji !== undefined && (
          <Button
            tone="quiet"
            className="size-9 p-0! text-lg"
            aria-label={`React with ${typedEmoji}`}
            onClick={() => onPick(typedEmoji)}
          >
            {typedEmoji}
          </Button>
        )}
        {matches.map(({ emoji, label }) => (
          <Button
            key={emoji}
            tone="quiet"
            className="size-9 p-0! text-lg"
            aria-label={label}
            data-tip={label}
            onClick={() => onPick(emoji)}
          >
            {emoji}
          </Button>
        ))}
        {first === undefined && <p className="col-span-full text-ink-soft">No emoji found for “{typed}”.</p>}
      </div>
    </Dialog>
  );
}
