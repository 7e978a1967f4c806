import { Link, type LinkProps } from '@tanstack/react-router';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { nameOf, statusOf } from './labels.ts';

interface ChangeRequestLinksProps {
  /** Accessible name of the list. */
  label: string;
  changeRequests: readonly ChangeRequest[];
  /** Created with `linkOptions`. */
  linkOf: (changeRequest: ChangeRequest) => LinkProps;
}

/** A choice of change requests, each of which leads to one of its screens. */
export function ChangeRequestLinks({ label, changeRequests, linkOf }: ChangeRequestLinksProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-lg border border-line">
      {changeRequests.map((changeRequest) => (
        <li key={changeRequest.id}>
          <Link {...linkOf(changeRequest)} className="flex items-baseline gap-2 px-3 py-2 hover:bg-hover">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {nameOf(changeRequest)}
            </span>
            <span className="text-xs text-ink-soft">{statusOf(changeRequest.status).name}</span>
            <span className="text-xs text-ink-soft tabular-nums">#{changeRequest.number}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
