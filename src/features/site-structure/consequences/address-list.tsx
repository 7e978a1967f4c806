import { ArrowRight } from 'lucide-react';
import { formatNumber } from '#src/lib/text/format.ts';
import type { AddressChange } from '../changes/addresses.ts';

interface AddressListProps {
  /** Where visitors find the site: what all addresses begin with. */
  siteUrl: string;
  changes: readonly AddressChange[];
  /** So many are listed; the rest is a number. */
  limit: number;
  /** Whether the new addresses lead to pages already. */
  isDone: boolean;
}

/** Old and new addresses below the site, by the titles of their items. */
export function AddressList({ siteUrl, changes, limit, isDone }: AddressListProps) {
  const short = (address: string) => `/${address.slice(siteUrl.length)}`;
  return (
    <>
      <ul aria-label="Addresses" className="flex flex-col gap-2">
        {changes.slice(0, limit).map(({ id, title, from, to }) => (
          <li key={id}>
            <span dir="auto" className="block text-xs text-ink-soft">
              {title}
            </span>
            <span className="flex flex-wrap items-center gap-x-2 font-mono text-xs">
              <span className="wrap-anywhere">{short(from)}</span>
              <ArrowRight aria-label="becomes" className="size-3.5 shrink-0 text-ink-soft" />
              {to === null ? (
                <span>no address</span>
              ) : isDone ? (
                <a href={to} target="_blank" rel="noreferrer" className="link wrap-anywhere">
                  {short(to)}
                </a>
              ) : (
                <span className="wrap-anywhere">{short(to)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {changes.length > limit && <p>and {formatNumber(changes.length - limit)} more.</p>}
    </>
  );
}
