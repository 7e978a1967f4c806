import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { getSiteChecksOptions, listSiteFindingsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { SiteChecks, SiteFinding, SiteFindingKind } from '#api/generated/types.gen.ts';
import { errorMessage } from '#src/api/errors.ts';
import { fixOfFinding, kindLabels, nameOfFinding } from '#src/domain/findings/finding-labels.ts';
import { FindingRow } from '#src/domain/findings/finding-row.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import { useChecksPages } from '../capabilities.ts';
import type { SitePath } from '../queries.ts';

/** How often the server is asked while it checks. */
const CHECKING_MS = 2000;
const PAGE_SIZE = 50;

interface PageFindingsProps {
  site: SitePath;
  /** Shows an item of the structure. */
  onItem: (id: string) => void;
}

/** What readers stumble over in the pages of a site, each with the way to mend it. Nothing at a server that doesn't check. */
export function PageFindings({ site, onItem }: PageFindingsProps) {
  const isChecked = useChecksPages();
  const { data: checks, error } = useQuery({
    ...getSiteChecksOptions({ path: { ...site } }),
    enabled: isChecked === true,
    refetchInterval: ({ state }) => (state.data?.state === 'checking' ? CHECKING_MS : false),
  });
  if (isChecked === false) return null;
  return (
    <section aria-labelledby="page-findings" className="mt-6">
      <h3 id="page-findings" className="mb-1 text-base font-semibold">
        Pages
      </h3>
      {error && <Callout tone="danger" urgent title={errorMessage(error)} />}
      {!checks && !error && <Skeleton className="h-24" />}
      {checks && <FindingList key={checks.checkedAt} site={site} checks={checks} onItem={onItem} />}
    </section>
  );
}

/** When the pages were checked, for everyone who waits for it. */
function ChecksState({ state, checkedAt }: SiteChecks) {
  return (
    <p role="status" className="text-ink-soft">
      {state === 'checking' &&
        (checkedAt === undefined ? 'Checking all pages… ' : 'The site has changed and is being checked. ')}
      {checkedAt !== undefined && (
        <>
          Checked <Time value={checkedAt} />.
        </>
      )}
    </p>
  );
}

const numberOf = ({ count, isPartial }: { count: number; isPartial: boolean }): string =>
  `${formatNumber(count)}${isPartial ? ' or more' : ''}`;

function FindingList({ site, checks, onItem }: PageFindingsProps & { checks: SiteChecks }) {
  const { counts } = checks;
  const [kind, setKind] = useState<SiteFindingKind | 'all'>('all');
  const total = {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    isPartial: counts.some(({ isPartial }) => isPartial),
  };
  if (total.count === 0) {
    return (
      <>
        <ChecksState {...checks} />
        {checks.checkedAt !== undefined && (
          <p className="flex items-center gap-2 text-ink-soft">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
            No problems found.
          </p>
        )}
      </>
    );
  }
  const options = [
    { value: 'all' as const, label: `All kinds (${numberOf(total)})` },
    ...counts.map((one) => ({ value: one.kind, label: `${kindLabels[one.kind]} (${numberOf(one)})` })),
  ];
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Select aria-label="Kind of findings" options={options} value={kind} onChange={setKind} />
        <ChecksState {...checks} />
      </div>
      <Findings key={kind} site={site} kind={kind === 'all' ? undefined : kind} onItem={onItem} />
    </>
  );
}

function Findings({ site, kind, onItem }: PageFindingsProps & { kind: SiteFindingKind | undefined }) {
  const [pages, setPages] = useState(1);
  const query = { limit: PAGE_SIZE * pages, ...(kind !== undefined && { kind }) };
  const { data, error, isFetching } = useQuery({
    ...listSiteFindingsOptions({ path: { ...site }, query }),
    placeholderData: (previous) => previous,
  });
  if (error) return <Callout tone="danger" urgent title={errorMessage(error)} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <>
      <ul aria-label="Problems in pages" className="flex flex-col">
        {data.items.map((finding) => (
          <FindingRow key={finding.id} finding={finding} fix={fixOfFinding(site, finding)}>
            <ItemButton finding={finding} onItem={onItem} />
          </FindingRow>
        ))}
      </ul>
      {data.next && pages < MAX_PAGES && (
        <Button className="mt-3" pending={isFetching} onClick={() => setPages(pages + 1)}>
          Show more
        </Button>
      )}
    </>
  );
}

/** More rows than this make the dialog slow: who mends them sees the next ones after the next check. */
const MAX_PAGES = 20;

/** Shows the section or site space of a finding. */
function ItemButton({ finding, onItem }: { finding: SiteFinding; onItem: (id: string) => void }) {
  const { item } = finding;
  if (!item) return null;
  return (
    <Button size="small" aria-label={`Show item: ${nameOfFinding(finding)}`} onClick={() => onItem(item.id)}>
      Show item
    </Button>
  );
}
