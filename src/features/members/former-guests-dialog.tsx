import { useState } from 'react';
import { decideFormerGuestAccessMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { FormerGuestAccess, FormerGuestAccessResult } from '#api/generated/types.gen.ts';
import { useList } from '#src/api/paging.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { FormError } from '#src/components/form/form-validation.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { formatCount, formatNameList } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { formerGuestsOf } from './former-guests-queries.ts';

interface FormerGuestsDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** The limit of one request. */
const batchSize = 100;

/** Lists guests who lost what default levels showed them, to grant it or to leave it. */
// oxlint-disable-next-line max-lines-per-function -- one list of checkboxes, and what its two buttons do
export function FormerGuestsDialog({ organizationId, onClose }: FormerGuestsDialogProps) {
  const path = { organizationId };
  const list = useList(formerGuestsOf(organizationId));
  // Initially, every guest is selected.
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const decide = useApiMutation(decideFormerGuestAccessMutation(), {
    optional: 'decideFormerGuestAccess',
    invalidates: [
      { operation: 'listFormerGuestAccess', path },
      { operation: 'listMembers', path },
      { operation: 'listMemberSpaces', path },
    ],
  });
  const selectedGuests = list.items.filter(({ user }) => !excluded.has(user.id)).slice(0, batchSize);
  const run = async (grant: boolean) => {
    const users = selectedGuests.map(({ user }) => user.id);
    const result = await decide.mutateAsync({ path, body: { grant, users } }).catch(() => null);
    if (!result) return;
    toast(describeDecision(grant, result));
    if (result.users >= list.total) onClose();
  };
  const reason = selectedGuests.length === 0 ? 'Choose at least one guest.' : undefined;
  const isAll = excluded.size === 0;
  return (
    <Dialog
      title="Guests who see less"
      description="Guests now see only what they were added to. These saw spaces by default levels before."
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button pending={decide.isPending} disabledReason={reason} onClick={() => void run(false)}>
            Leave as it is
          </Button>
          <Button
            tone="primary"
            pending={decide.isPending}
            disabledReason={reason}
            onClick={() => void run(true)}
          >
            Grant access
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {list.total === 0 ? (
          <p className="text-ink-soft">No guest is left to decide about.</p>
        ) : (
          <LabelledCheckbox
            label={`All ${formatCount(list.items.length, 'guest')}`}
            hint={
              list.items.length > batchSize || list.total > list.items.length
                ? `The first ${formatCount(selectedGuests.length, 'chosen guest', 'chosen guests')} at a time.`
                : undefined
            }
            checked={isAll}
            onChange={() => setExcluded(new Set(isAll ? list.items.map(({ user }) => user.id) : []))}
          />
        )}
        <ul aria-label="Guests" className="flex flex-col divide-y divide-line rounded-md border border-line">
          {list.items.map((guest) => (
            <li key={guest.user.id} className="px-3 py-2">
              <LabelledCheckbox
                label={<bdi>{guest.user.displayName}</bdi>}
                hint={describeLoss(guest)}
                checked={!excluded.has(guest.user.id)}
                onChange={() => {
                  const next = new Set(excluded);
                  if (!next.delete(guest.user.id)) next.add(guest.user.id);
                  setExcluded(next);
                }}
              />
            </li>
          ))}
        </ul>
        {decide.error && <FormError error={decide.error} fields={noFields} />}
      </div>
    </Dialog>
  );
}

const noFields: ReadonlySet<string> = new Set();

const describeLoss = ({ count, spaces }: FormerGuestAccess) =>
  `${formatCount(count, 'space')}: ${formatNameList(
    spaces.map(({ title }) => `“${title}”`),
    count,
  )}`;

function describeDecision(grant: boolean, { users, grants }: FormerGuestAccessResult): string {
  const guests = formatCount(users, 'guest');
  return grant
    ? `Granted ${guests} access: ${formatCount(grants, 'grant')}`
    : `Left ${guests} without access`;
}
