import { useQuery } from '@tanstack/react-query';
import { Callout } from '#src/ui/callout.tsx';
import { type AddressChange, describeAddressChanges } from '../changes/addresses.ts';
import type { SitePath } from '../queries.ts';
import { IncomingLinksLine } from './incoming-links-line.tsx';
import { incomingLinksOptions } from './incoming-links.ts';

interface AddressConsequencesProps {
  site: SitePath;
  changes: readonly AddressChange[];
}

/** What becomes of addresses, before a change is made; nothing if none changes. */
export function AddressConsequences({ site, changes }: AddressConsequencesProps) {
  const siteSpaces = changes.map(({ id }) => id);
  const { data } = useQuery({ ...incomingLinksOptions(site, siteSpaces), enabled: changes.length > 0 });
  if (changes.length === 0) return null;
  return (
    <Callout>
      {describeAddressChanges(changes).map((sentence) => (
        <p key={sentence} className="wrap-anywhere">
          {sentence}
          {/* Servers that don't count links may have no redirects. */}
          {data && ' The old ones redirect to the new ones.'}
        </p>
      ))}
      <IncomingLinksLine site={site} siteSpaces={siteSpaces} />
    </Callout>
  );
}
