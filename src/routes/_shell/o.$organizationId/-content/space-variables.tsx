import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { Fragment, Suspense, useState } from 'react';
import type { Space } from '#api/generated/types.gen.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { variablesOf } from '#src/domain/variables/variables-query.ts';
import { toVariables } from '#src/domain/variables/variables.ts';
import { useEditDenial } from '#src/features/change-requests/denial-reasons.ts';
import { Button } from '#src/ui/button.tsx';

const VariablesForm = lazyPart(async () => ({
  default: (await import('#src/features/change-requests/variables/variables-form.tsx')).VariablesForm,
}));

/** The values that the texts of a space may name. */
export function SpaceVariables({ organizationId, space }: { organizationId: string; space: Space }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { data: variables } = useSuspenseQuery(variablesOf({ spaceId: space.id }));
  const denial = useEditDenial(space.permissions);
  const rows = toVariables(variables);
  const close = (number: number | null) => {
    setOpen(false);
    if (number === null) return;
    void navigate({
      to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest',
      params: { organizationId, spaceId: space.id, changeRequest: String(number) },
    });
  };
  return (
    <>
      {rows.length === 0 ? (
        <p className="mb-3 text-ink-soft">Values that texts of all pages may name, such as a version.</p>
      ) : (
        <dl className="mb-3 grid grid-cols-terms gap-x-3 gap-y-1">
          {rows.map(({ name, value }) => (
            <Fragment key={name}>
              <dt className="font-mono text-xs leading-6">{name}</dt>
              <dd dir="auto" className="min-w-0 wrap-anywhere">
                {value}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      <Button icon={<Pencil />} disabledReason={denial} onClick={() => setOpen(true)}>
        Edit variables
      </Button>
      {isOpen && (
        <Suspense>
          <VariablesForm spaceId={space.id} variables={variables} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
