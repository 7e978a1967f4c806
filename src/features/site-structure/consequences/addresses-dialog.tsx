import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import type { AddressChange } from '../changes/addresses.ts';
import type { SitePath } from '../queries.ts';
import { IncomingLinksLine } from './incoming-links-line.tsx';
import { incomingLinksOptions } from './incoming-links.ts';

/** Addresses that are listed; each is two long lines. */
const MAX_LISTED = 100;

interface AddressesDialogProps {
  site: SitePath;
  /** Where visitors find the site: what all addresses begin with. */
  siteUrl: string;
  changes: readonly AddressChange[];
  onClose: () => void;
}

/** The addresses that a change has changed, with the redirects, and the links that lead there. */
export function AddressesDialog({ site, siteUrl, changes, onClose }: AddressesDialogProps) {
  const siteSpaces = changes.map(({ id }) => id);
  const { data } = useQuery(incomingLinksOptions(site, siteSpaces));
  const short = (address: string) => `/${address.slice(siteUrl.length)}`;
  return (
    <Dialog
      title={`${formatCount(changes.length, 'address', 'addresses')} changed`}
      {...(data && {
        description: 'Each old address redirects to the new one, with all pages below it.',
      })}
      size="large"
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <ul aria-label="Addresses" className="divide-y divide-line rounded-lg border border-line">
          {changes.slice(0, MAX_LISTED).map(({ id, title, from, to }) => (
            <li key={id} className="flex flex-col gap-0.5 px-3 py-2">
              <span dir="auto" className="font-medium">
                {title}
              </span>
              <span className="flex flex-wrap items-center gap-x-2 font-mono text-xs">
                <span className="text-ink-soft wrap-anywhere">{short(from)}</span>
                <ArrowRight aria-label="now" className="size-3.5 shrink-0 text-ink-soft" />
                {to === null ? (
                  <span className="text-ink-soft">no address</span>
                ) : (
                  <a href={to} target="_blank" rel="noreferrer" className="link wrap-anywhere">
                    {short(to)}
                  </a>
                )}
              </span>
            </li>
          ))}
        </ul>
        {changes.length > MAX_LISTED && (
          <p className="text-ink-soft">and {formatNumber(changes.length - MAX_LISTED)} more.</p>
        )}
        <IncomingLinksLine site={site} siteSpaces={siteSpaces} />
      </div>
    </Dialog>
  );
}
