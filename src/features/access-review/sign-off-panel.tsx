import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { currentUser } from '#src/api/session/session.ts';
import { useDraft } from '#src/components/tab-drafts/use-draft.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { readStored, writeStored } from '#src/lib/storage.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Textarea } from '#src/ui/form/input.tsx';
import { Time } from '#src/ui/time.tsx';
import { type Finding, findings, labelsOfFinding } from './findings.ts';

/** A completed access review, stored in this browser. */
interface SignOff {
  /** ISO 8601. */
  at: string;
  by: string;
  note: string;
  /** Members per finding at that time. */
  counts: Record<string, number>;
}

const MAX_SIGN_OFFS = 50;
const storageKey = (organizationId: string) => `access-review.${organizationId}`;

/** The sign-offs of an organization, newest first. */
function loadSignOffs(organizationId: string): SignOff[] {
  try {
    const storedValue: unknown = JSON.parse(readStored('local', storageKey(organizationId)) ?? '[]');
    return Array.isArray(storedValue) ? storedValue.filter(isSignOff) : [];
  } catch {
    return [];
  }
}

function isSignOff(value: unknown): value is SignOff {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    'by' in value &&
    'counts' in value &&
    typeof value.at === 'string' &&
    typeof value.counts === 'object'
  );
}

/**
 * @returns whether the browser could store it
 */
function addSignOff(organizationId: string, signOff: SignOff): boolean {
  const all = [signOff, ...loadSignOffs(organizationId)].slice(0, MAX_SIGN_OFFS);
  return writeStored('local', storageKey(organizationId), JSON.stringify(all));
}

interface SignOffPanelProps {
  organizationId: string;
  /** Current number of members per finding. */
  counts: Record<Finding, number>;
}

/** Records a completed review and lists past ones. */
export function SignOffPanel({ organizationId, counts }: SignOffPanelProps) {
  const [records, setRecords] = useState(() => loadSignOffs(organizationId));
  const note = useDraft(`access-review.${organizationId}`);

  const sign = () => {
    const by = currentUser()?.displayName ?? 'Unknown';
    const isSaved = addSignOff(organizationId, {
      at: new Date().toISOString(),
      by,
      note: note.text.trim(),
      counts,
    });
    if (!isSaved) {
      toast('Couldn’t save. This browser blocks storage.', { tone: 'error' });
      return;
    }
    note.setText('');
    setRecords(loadSignOffs(organizationId));
    toast('Recorded review');
  };

  return (
    <section aria-labelledby="sign-off" className="mt-8 max-w-3xl">
      <h2 id="sign-off" className="mb-1 text-base font-semibold">
        Sign off
      </h2>
      <p className="mb-3 text-ink-soft text-pretty">
        Saves a record of this review in this browser. Export the review to share it.
      </p>
      <Field label="Note" optional>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            maxLength={2000}
            value={note.text}
            onChange={(event) => note.setText(event.target.value)}
          />
        )}
      </Field>
      <Button className="mt-3" tone="primary" icon={<ClipboardCheck />} onClick={sign}>
        Record review
      </Button>
      {records.length > 0 && <PastReviews records={records} />}
    </section>
  );
}

function PastReviews({ records }: { records: ReturnType<typeof loadSignOffs> }) {
  return (
    <ol aria-label="Past reviews" className="mt-5 divide-y divide-line rounded-lg border border-line">
      {records.map(({ at, by, note: noted, counts: pastCounts }) => (
        <li key={at} className="px-4 py-2.5">
          <p>
            <bdi className="font-medium">{by}</bdi>{' '}
            <span className="text-ink-soft">
              <Time value={at} />
            </span>
          </p>
          {noted && (
            <p dir="auto" className="wrap-anywhere">
              {noted}
            </p>
          )}
          <p className="text-xs text-ink-soft">
            {findings
              .filter((finding) => (pastCounts[finding] ?? 0) > 0)
              .map(
                (finding) =>
                  `${labelsOfFinding(finding).title}: ${formatCount(pastCounts[finding] ?? 0, 'member')}`,
              )
              .join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  );
}
