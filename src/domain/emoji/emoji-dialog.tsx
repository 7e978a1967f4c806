import { useMemo, useState } from 'react';
import { Dialog } from '#src/ui/dialog.tsx';
import { HiddenCount, PickList } from '#src/ui/form/pick-list.tsx';
import { type NamedEmoji, searchEmoji } from './emoji-table.ts';

/** Emoji in the list; a longer query finds the rest. */
const maxResults = 60;

interface EmojiDialogProps {
  onPick: (picked: NamedEmoji) => void;
  onClose: () => void;
}

/** Chooses an emoji by its name or by words. */
export function EmojiDialog({ onPick, onClose }: EmojiDialogProps) {
  const [query, setQuery] = useState('');
  const matches = useMemo(() => searchEmoji(query), [query]);
  const results = matches.slice(0, maxResults);
  return (
    <Dialog title="Choose emoji" size="small" onClose={onClose}>
      <PickList
        label="Search emoji"
        query={query}
        onQuery={setQuery}
        pending={false}
        empty="No matching emoji."
        options={results.map(({ emoji, name, description }) => ({
          id: emoji,
          content: (
            <span className="flex min-w-0 flex-1 items-center gap-2">
              <span aria-hidden="true" className="w-6 shrink-0 text-center text-lg leading-none">
                {emoji}
              </span>
              <span className="truncate">{description}</span>
              <span className="ml-auto truncate font-mono text-xs text-ink-soft">{name}</span>
            </span>
          ),
        }))}
        onPick={(emoji) => {
          const picked = results.find((one) => one.emoji === emoji);
          if (picked) onPick(picked);
        }}
      />
      <HiddenCount count={matches.length - results.length} className="mt-1.5" />
    </Dialog>
  );
}
