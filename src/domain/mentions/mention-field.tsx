import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useDeferredValue, useState } from 'react';
import { listMentionCandidatesOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { MentionCandidate } from '#api/generated/types.gen.ts';
import { isAwaitingResponse } from '#src/api/queries.ts';
import { Person } from '#src/domain/people/person.tsx';
import { matchLevel } from '#src/lib/compare/match-text.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Textarea } from '#src/ui/form/input.tsx';
import { completeMention, hideLinks, type Mention, mentionBefore, showLinks } from './mention.ts';

/** Whom a mention of the text after an `@` will reach; empty while none is typed, and where the server doesn't know it. */
function useCandidates(spaceId: string, typed: string | undefined): readonly MentionCandidate[] {
  const search = useDeferredValue(typed?.trim());
  const candidates = useQuery({
    ...listMentionCandidatesOptions({ path: { spaceId }, query: { ...(search && { search }) } }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (typed === undefined || candidates.isError) return [];
  const items = candidates.data?.items ?? [];
  // Results of the previous query are filtered by the current one.
  const isPreviousResult = search !== typed.trim() || isAwaitingResponse(candidates);
  return isPreviousResult ? items.filter((item) => matchLevel(typed, textsOf(item)) !== 'none') : items;
}

const textsOf = ({ title, user }: MentionCandidate) => ({ label: title, detail: user?.email });

interface CandidateListProps {
  id: string;
  items: readonly MentionCandidate[];
  active: number;
  onPick: (item: MentionCandidate) => void;
}

/** The people and teams to choose from, controlled by the field above. */
function CandidateList({ id, items, active, onPick }: CandidateListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="People and teams"
      className="absolute inset-x-0 top-full z-10 mt-1 max-w-sm rounded-md border border-line bg-surface p-1 shadow-floating"
    >
      {items.map((item, index) => (
        <div
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active ? '' : undefined}
          className="menu-entry items-center!"
          // Before the field loses focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(item);
          }}
        >
          {item.user ? (
            <Person user={item.user} />
          ) : (
            <span className="min-w-0 truncate">
              {item.title}{' '}
              <span className="text-xs text-ink-soft">
                {formatCount(item.members ?? 0, 'member', 'members')}
              </span>
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

type MentionFieldProps = Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange' | 'onBlur' | 'id'> & {
  id: string;
  /** The space whose readers can be mentioned. */
  spaceId: string;
  /** Markdown; mentions are links, and shown as names. */
  value: string;
  onChange: (markdown: string) => void;
};

/** A field for Markdown in which an `@` mentions people and teams. */
export function MentionField({ id, spaceId, value, onChange, onKeyDown, ...props }: MentionFieldProps) {
  const [mention, setMention] = useState<Mention | null>(null);
  const [active, setActive] = useState(0);
  // Also of mentions that are deleted and typed again.
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const items = useCandidates(spaceId, mention?.query);
  const { text, links } = hideLinks(value);
  const send = (next: string, more?: ReadonlyMap<string, string>) =>
    onChange(showLinks(next, new Map([...picked, ...links, ...(more ?? [])])));
  const pick = ({ markdown }: MentionCandidate) => {
    if (!mention) return;
    const shown = hideLinks(markdown);
    const completion = completeMention(text, mention, shown.text.slice(1));
    setPicked(new Map([...picked, ...links, ...shown.links]));
    send(completion.text, shown.links);
    setMention(null);
    const field = document.getElementById(id);
    requestAnimationFrame(() => {
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(completion.caret, completion.caret);
    });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isSending = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (items.length === 0 || isSending) return onKeyDown?.(event);
    const item = items[active];
    if (step) setActive((active + step + items.length) % items.length);
    else if (item && (event.key === 'Enter' || event.key === 'Tab')) pick(item);
    else if (event.key === 'Escape') setMention(null);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <Textarea
        {...props}
        id={id}
        dir="auto"
        value={text}
        aria-autocomplete="list"
        aria-controls={items.length > 0 ? `${id}-people` : undefined}
        aria-activedescendant={items.length > 0 ? `${id}-people-${active}` : undefined}
        onChange={({ target }) => {
          send(target.value);
          setMention(mentionBefore(target.value, target.selectionStart));
          setActive(0);
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => setMention(null)}
      />
      {items.length > 0 && <CandidateList id={`${id}-people`} items={items} active={active} onPick={pick} />}
    </div>
  );
}
