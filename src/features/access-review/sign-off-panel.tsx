import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { currentUser } from '#src/api/session.ts';
import { useDraft } from '#src/components/drafts/use-draft.ts';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Textarea } from '#src/ui/input.tsx';
import { Time } from '#src/ui/time.tsx';
import { type Finding, findings, labelsOfFinding } from './findings.ts';
import { addSignOff, loadSignOffs } from './sign-offs.ts';

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
      toast('Couldn’t save. This browser blocks storage.', { tone: 'failed' });
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
      {records.length > 0 && (
        <ol aria-label="Past reviews" className="mt-5 divide-y divide-line rounded-lg border border-line">
          {records.map(({ at, by, note: noted, counts: then }) => (
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
                  .filter((finding) => (then[finding] ?? 0) > 0)
                  .map(
                    (finding) =>
                      `${labelsOfFinding(finding).title}: ${formatCount(then[finding] ?? 0, 'member')}`,
                  )
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
