import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronDown, CircleCheck } from 'lucide-react';
import { errorMessage } from '#src/api/errors.ts';
import { loadingLabel, tryAgainLabel } from '#src/lib/shared-labels.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Panel } from './panels.tsx';

export interface AttentionItem {
  id: string;
  /** "3 change requests need your review" */
  text: string;
  /** Short label: "Expires in 4 days". */
  badge?: { text: string; tone: Tone };
  link?: LinkProps;
  /** Items shown when the row is expanded, instead of a link. */
  children?: readonly AttentionItem[];
}

/** A kind of items, loaded on its own. */
export interface AttentionSection {
  /** Name in the error message: "Open comments". */
  label: string;
  /** Undefined while loading. */
  items: readonly AttentionItem[] | undefined;
  error: unknown;
  retry: () => unknown;
}

/** What needs attention in an organization. A section that fails shows its error without affecting the others. */
export function Attention({ sections }: { sections: readonly AttentionSection[] }) {
  const needs = sections.flatMap((part) => part.items ?? []);
  const failed = sections.filter(({ error }) => error !== null && !isForbidden(error));
  const isLoading = sections.some((part) => part.items === undefined && part.error === null);
  return (
    <Panel title="Needs attention" id="attention">
      {needs.length > 0 && (
        <ul aria-labelledby="attention" className="divide-y divide-line">
          {needs.map((need) => (
            <AttentionRow key={need.id} need={need} />
          ))}
        </ul>
      )}
      {failed.map(({ label, error, retry }) => (
        <p
          key={label}
          className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-ink-soft"
        >
          {label}: {errorMessage(error)}
          <Button size="small" onClick={() => void retry()}>
            {tryAgainLabel}
          </Button>
        </p>
      ))}
      {isLoading && (
        <div role="status" aria-label={loadingLabel} className="px-4 py-3.5">
          <Skeleton className="w-1/2" />
        </div>
      )}
      {!isLoading && needs.length === 0 && failed.length === 0 && (
        <p className="flex items-center gap-2 px-4 py-3 text-ink-soft">
          <CircleCheck aria-hidden="true" className="size-4 text-success-ink" />
          Nothing needs attention.
        </p>
      )}
    </Panel>
  );
}

const rowStyle =
  'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-hover';

function AttentionRow({ need: { text, badge, link, children } }: { need: AttentionItem }) {
  const content = (
    <>
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {text}
      </span>
      {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
    </>
  );
  if (!children)
    return (
      <li>
        <Link {...link} className={rowStyle}>
          {content}
        </Link>
      </li>
    );
  return (
    <li>
      <details className="group">
        <summary className={rowStyle}>
          {content}
          <ChevronDown aria-hidden="true" className="size-4 text-ink-soft group-open:rotate-180" />
        </summary>
        <ul className="divide-y divide-line border-t border-line">
          {children.map((need) => (
            <AttentionRow key={need.id} need={need} />
          ))}
        </ul>
      </details>
    </li>
  );
}

/** Whether the server does not support it or denies it; retrying would not help. */
const isForbidden = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  [403, 404, 405, 501].includes(Number(error.status));
