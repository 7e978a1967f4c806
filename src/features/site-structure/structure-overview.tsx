import { CircleCheck, CircleX, Redo2, Undo2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { FixedKeysList, KeysRow } from '#src/components/shortcuts/fixed-keys-list.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Time } from '#src/ui/time.tsx';
import { journalOf, type JournalEntry } from './journal.ts';
import { countKinds, type SiteStructure } from './structure.ts';

function describeStructure({
  group,
  section,
  'site-space': siteSpace,
}: ReturnType<typeof countKinds>): string {
  if (section + siteSpace === 0) return 'Sections and site spaces appear in the order visitors see them.';
  const spaces = formatCount(siteSpace, 'site space');
  const counted =
    section === 0
      ? spaces
      : `${formatCount(group, 'group')}, ${formatCount(section, 'section')} and ${spaces}`;
  return `${counted}, in the order visitors see them. Select an item to view and edit its details.`;
}

interface OverviewProps {
  structure: SiteStructure;
  siteId: string;
}

/** Shown next to the tree while no item is open: counts, journal and shortcuts. */
export const StructureOverview = memo(function Overview({ structure, siteId }: OverviewProps) {
  const counts = countKinds(structure);
  const entries = useStore(journalOf(siteId));
  return (
    <div className="flex flex-col gap-6 p-4">
      <Part title="Overview">
        <p className="text-ink-soft text-pretty">{describeStructure(counts)}</p>
      </Part>
      <Part title="Recent changes">
        {entries.length === 0 ? (
          <p className="text-ink-soft">Your changes appear here and can be undone.</p>
        ) : (
          <ol className="flex flex-col gap-2">
            {entries.slice(0, 20).map((entry) => (
              <JournalLine key={entry.number} entry={entry} />
            ))}
          </ol>
        )}
      </Part>
      <Part title="Shortcuts" className="max-lg:hidden pointer-coarse:hidden">
        <dl className="flex flex-col gap-1.5">
          <FixedKeysList />
          <KeysRow keys="mod+z" label="Undo" />
        </dl>
      </Part>
    </div>
  );
});

function Part({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={className}>
      <h2 className="mb-1.5 font-medium">{title}</h2>
      {children}
    </section>
  );
}

const outcomes = {
  done: { Icon: CircleCheck, label: '', style: 'text-success-ink' },
  undone: { Icon: Undo2, label: 'Undone: ', style: 'text-ink-soft' },
  repeated: { Icon: Redo2, label: 'Redone: ', style: 'text-ink-soft' },
  failed: { Icon: CircleX, label: 'Failed: ', style: 'text-danger-ink' },
};

function JournalLine({ entry }: { entry: JournalEntry }) {
  const { Icon, label, style } = outcomes[entry.outcome];
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${style}`} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {label}
        {entry.text}
        {entry.reason !== undefined && <span className="block text-xs text-ink-soft">{entry.reason}</span>}
      </span>
      <span className="shrink-0 text-xs text-ink-soft">
        <Time value={entry.at} />
      </span>
    </li>
  );
}
