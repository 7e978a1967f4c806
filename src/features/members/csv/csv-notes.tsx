import { Download } from 'lucide-react';
import type { PlannedStep } from '#src/components/bulk/batch.ts';
import type { InvitationMail } from '#src/domain/people/invitations.ts';
import { datedFileName, downloadText } from '#src/lib/text/download.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { plainHeading } from './csv-columns.ts';
import type { RowChange } from './csv-plan.ts';
import type { ParsedMemberFile } from './csv-rows.ts';

type MemberFile = Exclude<ParsedMemberFile, { problem: string }>;

interface AddressColumnProps {
  parsed: ParsedMemberFile;
  onChoose: (index: number) => void;
}

/** Asks which column holds the addresses, where the file leaves a doubt. */
export function AddressColumn({ parsed, onChoose }: AddressColumnProps) {
  const { headings } = parsed;
  const used = 'indexes' in parsed ? parsed.indexes.get('email') : undefined;
  const isPlain =
    'indexes' in parsed &&
    parsed.otherAddresses.length === 0 &&
    !parsed.indexes.has('login') &&
    (used === undefined || plainHeading(headings[used] ?? '') === 'email');
  if (headings.length === 0 || isPlain) return null;
  return (
    <Field label="Column of email addresses">
      {(control) => (
        <Select
          {...control}
          options={[
            ...(used === undefined ? [{ value: '', label: 'Choose a column' }] : []),
            ...headings.flatMap((heading, index) =>
              heading === '' ? [] : [{ value: String(index), label: heading }],
            ),
          ]}
          value={used === undefined ? '' : String(used)}
          onChange={(value) => value !== '' && onChoose(Number(value))}
          className="w-full sm:w-80"
        />
      )}
    </Field>
  );
}

/** Names columns that an import passes over, and why. */
export function FileNotes({ file }: { file: MemberFile }) {
  const { infoOnly, foreignIds, otherAddresses, indexes, headings } = file;
  const login = headings[indexes.get('login') ?? -1];
  const notes = [
    infoOnly.length > 0 && `Ignored because an import can’t change them: ${infoOnly.join(', ')}.`,
    foreignIds.length > 0 && `Ignored, IDs of another system: ${foreignIds.join(', ')}.`,
    otherAddresses.length > 0 && `Ignored, other addresses: ${otherAddresses.join(', ')}.`,
    login !== undefined && `“${login}” is used where the email address is empty.`,
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} className="text-xs wrap-anywhere text-ink-soft">
      {note}
    </p>
  ));
}

interface MailNoteProps {
  plan: readonly PlannedStep<RowChange>[];
  mail: InvitationMail;
}

/** Says who hears of the import, before it runs. */
export function MailNote({ plan, mail }: MailNoteProps) {
  const added = plan.filter(({ action }) => action === 'create').length;
  if (added === 0) return null;
  return <Callout>{describeMail(added, mail)}</Callout>;
}

export function describeMail(added: number, { sends, needsLinks }: InvitationMail): string {
  const people = formatCount(added, 'new person', 'new people');
  if (sends === 'unknown') return `This server decides whether it emails the ${people}.`;
  if (sends) return `${people} will get an email with a one-time link.`;
  return needsLinks
    ? 'No email is sent. You get a one-time link for each new person to pass on.'
    : 'No email is sent.';
}

/** The links of new people, which are shown only once. */
export function CreatedLinksNote({ csv }: { csv: string }) {
  return (
    <Callout
      tone="warning"
      title="Pass on the links of the new people"
      action={
        <Button
          size="small"
          icon={<Download />}
          onClick={() => downloadText(datedFileName('Member links', 'csv'), csv)}
        >
          Download links
        </Button>
      }
    >
      No email was sent. Each link works once, for a week. They aren’t shown again.
    </Callout>
  );
}
