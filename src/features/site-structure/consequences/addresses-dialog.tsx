import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#src/lib/text/format.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import type { AddressChange } from '../changes/addresses.ts';
import type { SitePath } from '../queries.ts';
import { AddressList } from './address-list.tsx';
import { IncomingLines } from './incoming-lines.tsx';
import { incomingLinksOptions } from './incoming-links.ts';

/** Addresses that are listed; each is two long lines. */
const MAX_LISTED = 100;

interface AddressesDialogProps {
  site: SitePath;
  siteUrl: string;
  changes: readonly AddressChange[];
  onClose: () => void;
}

/** The addresses that a change has changed, with the redirects, and the links that lead there. */
export function AddressesDialog({ site, siteUrl, changes, onClose }: AddressesDialogProps) {
  const siteSpaces = changes.map(({ id }) => id);
  const { data } = useQuery(incomingLinksOptions(site, siteSpaces));
  return (
    <Dialog
      title={`${formatCount(changes.length, 'address', 'addresses')} changed`}
      // Servers that don't count links may have no redirects.
      {...(data && {
        description: 'Each old address redirects to the new one, with all pages below it.',
      })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <AddressList isDone siteUrl={siteUrl} changes={changes} limit={MAX_LISTED} />
        <IncomingLines site={site} siteSpaces={siteSpaces} />
      </div>
    </Dialog>
  );
}
