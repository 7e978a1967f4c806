import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, CircleCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { errorMessage, isUnsupported } from '#src/api/errors.ts';
import { classNames } from '#src/lib/class-names.ts';
import { createFoldedParts } from '#src/lib/folded-parts.ts';
import { asNoun, formatNumber } from '#src/lib/text/format.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { linkRow } from './panels.tsx';

export interface AttentionItem {
  id: string;
  /** "Name the ports", "3 stale change requests" */
  text: string;
  /** Where it is: "in Guides". */
  detail?: string;
  badge?: { text: string; tone: Tone };
  /** When it last changed (ISO 8601). */
  time?: string;
  link: LinkProps;
  /** What is done where it leads, if its text doesn't say so: "Add a redirect". */
  action?: string;
  /** How many it stands for; default 1. */
  count?: number;
}

/** A kind of items, loaded on its own. */
export interface AttentionSection {
  /** Name in the error message: "Open comments". */
  label: string;
  /** Undefined while loading. */
  items: readonly AttentionItem[] | undefined;
  /** How many there are beyond the loaded items, and where. */
  rest?: { count: number; link: LinkProps } | undefined;
  error: unknown;
  retry: () => unknown;
}

export interface AttentionGroup {
  label: 'Change requests' | 'Errors' | 'Links' | 'Readers' | 'Follow-up';
  sections: readonly AttentionSection[];
}

/** How many rows a section shows at first. */
const maxRows = 5;

interface AttentionProps {
  title: string;
  /** Said when there is nothing. */
  empty: string;
  groups: readonly AttentionGroup[];
  /** The content below, once all groups have loaded. */
  children?: ReactNode;
}

/**
 * Items that need attention, of a person or in an organization. A section that fails shows its error without
 * affecting the others.
 */
export function Attention({ title, empty, groups, children }: AttentionProps) {
  const id = useId();
  const firstLoading = groups.findIndex(({ sections }) => sections.some(isLoading));
  // A group that loads faster than the one above it waits, or it would jump.
  const settled = firstLoading < 0 ? groups : groups.slice(0, firstLoading);
  const unsupported = groups
    .flatMap(({ sections }) => sections)
    .filter(({ error }) => isUnsupported(error))
    .map(({ label }) => asNoun(label));
  const visibleGroups = settled.filter(({ sections }) =>
    sections.some((section) => hasFailed(section) || section.items?.length),
  );
  return (
    <>
      <section aria-labelledby={id} className="flex flex-col gap-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {visibleGroups.map((group) => (
          <Group key={group.label} group={group} />
        ))}
        {firstLoading >= 0 && <SkeletonRows rows={3} />}
        {firstLoading < 0 && visibleGroups.length === 0 && (
          <p className="flex items-center gap-2 text-ink-soft">
            <CircleCheck aria-hidden="true" className="size-4 text-success-ink" />
            {unsupported.length === 0 ? empty : 'Nothing else, as far as this server lists it.'}
          </p>
        )}
        {firstLoading < 0 && unsupported.length > 0 && (
          <p className="text-xs text-ink-soft">
            The console can’t list these across spaces at this server: {unsupported.join(', ')}.
          </p>
        )}
      </section>
      {firstLoading < 0 && children}
    </>
  );
}

/** How many items a section stands for. */
const countOf = ({ items = [], rest }: AttentionSection) =>
  items.reduce((sum, { count = 1 }) => sum + count, rest?.count ?? 0);

const isLoading = ({ items, error }: AttentionSection) => items === undefined && error === null;
const hasFailed = ({ error }: AttentionSection) => error !== null && !isForbidden(error);

const { folded: foldedGroups, toggle: toggleGroup } = createFoldedParts('home.folded');

/** A group that folds, and stays so in this browser. */
function Group({ group: { label, sections } }: { group: AttentionGroup }) {
  const isFolded = useStore(foldedGroups).includes(label);
  const count = sections.reduce((sum, section) => sum + countOf(section), 0);
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <h3>
        <button
          type="button"
          aria-expanded={!isFolded}
          className="flex min-h-10 w-full items-center gap-2 bg-sunken px-4 font-semibold -outline-offset-2 hover:bg-hover"
          onClick={() => toggleGroup(label)}
        >
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-4 text-ink-soft', isFolded && '-rotate-90')}
          />
          {label}
          {count > 0 && <span className="font-normal text-ink-soft tabular-nums">{formatNumber(count)}</span>}
        </button>
      </h3>
      {!isFolded && (
        <ul aria-label={label} className="divide-y divide-line border-t border-line">
          {sections.map((section) => (
            <SectionRows key={section.label} section={section} />
          ))}
          {sections.filter(hasFailed).map((section) => (
            <li key={section.label} className="flex flex-wrap items-center gap-2 px-4 py-2 text-ink-soft">
              {section.label}: {errorMessage(section.error)}
              <Button size="small" onClick={() => void section.retry()}>
                Try again
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The first rows of a section, and what leads to all of them. */
function SectionRows({ section }: { section: AttentionSection }) {
  const [showsAll, setShowsAll] = useState(false);
  const { items = [], rest } = section;
  const isShort = showsAll || items.length <= maxRows;
  const showAll = `Show all ${formatNumber(countOf(section))}`;
  return (
    <>
      {(isShort ? items : items.slice(0, maxRows)).map((item) => (
        <AttentionRow key={item.id} item={item} />
      ))}
      {!isShort && (
        <li>
          <button type="button" className={moreRow} onClick={() => setShowsAll(true)}>
            {showAll}
          </button>
        </li>
      )}
      {rest && rest.count > 0 && (
        <li>
          <Link {...rest.link} className={moreRow}>
            {showAll}
          </Link>
        </li>
      )}
    </>
  );
}

const moreRow = `${linkRow} text-accent-ink`;

function AttentionRow({ item: { text, detail, badge, time, link, action } }: { item: AttentionItem }) {
  return (
    <li>
      <Link {...link} className={linkRow}>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span dir="auto" className="font-medium">
            {text}
          </span>{' '}
          {detail && (
            <span dir="auto" className="text-ink-soft">
              {detail}
            </span>
          )}
        </span>
        {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        {time && (
          <span className="text-xs text-ink-soft">
            <Time value={time} />
          </span>
        )}
        {action && <span className="shrink-0 text-xs text-accent-ink">{action}</span>}
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}

/** Whether the server does not support it or denies it; retrying would not help. */
const isForbidden = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  [403, 404, 405, 501].includes(Number(error.status));
