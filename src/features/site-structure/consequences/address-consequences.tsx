import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import type { AddressChange } from '../changes/addresses.ts';
import type { SitePath } from '../queries.ts';
import { AddressList } from './address-list.tsx';
import { IncomingLines } from './incoming-lines.tsx';
import { incomingLinksOptions } from './incoming-links.ts';

/** More would push the rest of the form away. */
const MAX_LISTED = 5;

interface AddressConsequencesProps {
  site: SitePath;
  /** Where visitors find the site; null before publishing, when there are no addresses. */
  siteUrl: string | null;
  changes: readonly AddressChange[];
}

/** What becomes of addresses, before a change is made; nothing if none changes. */
export function AddressConsequences({ site, siteUrl, changes }: AddressConsequencesProps) {
  const siteSpaces = changes.map(({ id }) => id);
  const { data } = useQuery({ ...incomingLinksOptions(site, siteSpaces), enabled: changes.length > 0 });
  if (changes.length === 0 || siteUrl === null) return null;
  return (
    <Callout title={formatCount(changes.length, 'address changes', 'addresses change')}>
      <div className="mt-1.5 flex flex-col gap-2">
        <AddressList isDone={false} siteUrl={siteUrl} changes={changes} limit={MAX_LISTED} />
        {/* Servers that don't count links may have no redirects. */}
        {data && <p>Old addresses redirect to the new ones.</p>}
        <IncomingLines site={site} siteSpaces={siteSpaces} />
      </div>
    </Callout>
  );
}
