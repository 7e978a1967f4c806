import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronDown, CircleCheck } from 'lucide-react';
import { messageOf } from '#src/api/errors.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Panel } from './panel.tsx';

/** One thing that asks for somebody's work. */
export interface Need {
  id: string;
  /** "3 change requests wait for your review" */
  says: string;
  /** In a word or two: "Expires in 4 days". */
  badge?: { text: string; tone: Tone };
  link?: LinkProps;
  /** What the line opens in its place, where it leads nowhere. */
  more?: readonly Need[];
}

/** A kind of needs, loaded by itself. */
export interface NeedPart {
  /** What could not be found out when it failed: "Open comments". */
  name: string;
  /** Undefined while they are on their way. */
  needs: readonly Need[] | undefined;
  error: unknown;
  retry: () => unknown;
}

/** What asks for work in an organization. A part that fails says so and leaves the others alone. */
export function Attention({ parts }: { parts: readonly NeedPart[] }) {
  const needs = parts.flatMap((part) => part.needs ?? []);
  const failed = parts.filter(({ error }) => error !== null && !isRefused(error));
  const waiting = parts.some((part) => part.needs === undefined && part.error === null);
  return (
    <Panel title="Needs attention" id="attention">
      {needs.length > 0 && (
        <ul aria-labelledby="attention" className="divide-y divide-line">
          {needs.map((need) => (
            <NeedRow key={need.id} need={need} />
          ))}
        </ul>
      )}
      {failed.map(({ name, error, retry }) => (
        <p
          key={name}
          className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 text-ink-soft"
        >
          {name}: {messageOf(error)}
          <Button size="small" onClick={() => void retry()}>
            Try again
          </Button>
        </p>
      ))}
      {waiting && (
        <div role="status" aria-label="Loading" className="px-4 py-3.5">
          <Skeleton className="w-1/2" />
        </div>
      )}
      {!waiting && needs.length === 0 && failed.length === 0 && (
        <p className="flex items-center gap-2 px-4 py-3 text-ink-soft">
          <CircleCheck aria-hidden="true" className="size-4 text-success-ink" />
          Nothing needs attention.
        </p>
      )}
    </Panel>
  );
}

const line =
  'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-hover';

function NeedRow({ need: { says, badge, link, more } }: { need: Need }) {
  const words = (
    <>
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {says}
      </span>
      {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
    </>
  );
  if (!more)
    return (
      <li>
        <Link {...link} className={line}>
          {words}
        </Link>
      </li>
    );
  return (
    <li>
      <details className="group">
        <summary className={line}>
          {words}
          <ChevronDown aria-hidden="true" className="size-4 text-ink-soft group-open:rotate-180" />
        </summary>
        <ul className="divide-y divide-line border-t border-line">
          {more.map((need) => (
            <NeedRow key={need.id} need={need} />
          ))}
        </ul>
      </details>
    </li>
  );
}

/** Whether the server does not offer a thing or does not tell it to this person: there is nothing to try again. */
const isRefused = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  [403, 404, 405, 501].includes(Number(error.status));
