import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import type { TextControl } from '#src/components/form/fields.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import { formatClaim } from '../claim-uses.ts';
import { type Claim, listClaims, schemaOf, type SitePath } from '../claims.ts';

/** What is typed of a claim before the caret. */
interface TypedClaim {
  /** Where it begins in the text. */
  start: number;
  end: number;
  name: string;
}

const typedName = /(?:visitor\.claims\.)?[A-Za-z_][\w.]*$|visitor\.claims\.$/;

/** The claim that is being typed, by its whole chain or its name; null elsewhere, such as in a text. */
export function claimBefore(text: string, caret: number): TypedClaim | null {
  const before = text.slice(0, caret);
  const quotes = before.replaceAll(/"[^"]*"|'[^']*'/g, '');
  const match = typedName.exec(before);
  if (!match || /["']/.test(quotes) || /[\w.]/.test(before[match.index - 1] ?? '')) return null;
  return { start: match.index, end: caret, name: match[0].replace(/^visitor\.claims\./, '') };
}

const MAX_OPTIONS = 8;

/** The claims that a name may become, those that begin with it first. */
export function claimOptions(claims: readonly Claim[], { name }: TypedClaim): Claim[] {
  const typed = name.toLowerCase();
  const places = claims.flatMap((claim) => {
    const place = claim.name.toLowerCase().indexOf(typed);
    return place < 0 || claim.name === name ? [] : [{ claim, place: Math.min(place, 1) }];
  });
  return places
    .toSorted((a, b) => a.place - b.place)
    .slice(0, MAX_OPTIONS)
    .map(({ claim }) => claim);
}

interface ClaimListProps {
  id: string;
  claims: readonly Claim[];
  active: number;
  onPick: (claim: Claim) => void;
}

/** The claims to choose from, controlled by the field above. */
function ClaimList({ id, claims, active, onPick }: ClaimListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Claims"
      className="absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-surface p-1 shadow-floating"
    >
      {claims.map((claim, index) => (
        <div
          key={claim.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active ? '' : undefined}
          className="menu-entry items-baseline!"
          // Before the field loses focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(claim);
          }}
        >
          <code className="font-mono">{claim.name}</code>
          <span dir="auto" className="min-w-0 truncate text-xs text-ink-soft">
            {claim.description}
          </span>
        </div>
      ))}
    </div>
  );
}

interface ConditionTextProps extends TextControl {
  path: SitePath;
}

/** The text of a condition, with the claims of the site to choose from while one is typed. */
export function ConditionText({ id, path, value, onChange, ...props }: ConditionTextProps) {
  const { data } = useQuery(schemaOf(path));
  const [typed, setTyped] = useState<TypedClaim | null>(null);
  const [active, setActive] = useState(0);
  const options = data && typed ? claimOptions(listClaims(data.jsonSchema), typed) : [];
  const listId = `${id}-claims`;
  const pick = ({ name }: Claim) => {
    if (!typed) return;
    const claim = formatClaim(name);
    onChange(value.slice(0, typed.start) + claim + value.slice(typed.end));
    setTyped(null);
    const caret = typed.start + claim.length;
    const field = document.getElementById(id);
    requestAnimationFrame(() => {
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(caret, caret);
    });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (!option || event.ctrlKey || event.metaKey) return;
    if (step) setActive((active + step + options.length) % options.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(option);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
    // Escape would close the dialog around the field.
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <Textarea
        {...props}
        id={id}
        value={value}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        className="min-h-16 font-mono"
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={options.length > 0 ? `${listId}-${active}` : undefined}
        onChange={({ target }) => {
          onChange(target.value);
          setTyped(claimBefore(target.value, target.selectionStart));
          setActive(0);
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => setTyped(null)}
      />
      {options.length > 0 && <ClaimList id={listId} claims={options} active={active} onPick={pick} />}
    </div>
  );
}
