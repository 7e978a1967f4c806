import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { useHasVariables } from '#src/domain/variables/capabilities.ts';
import { variablesOf } from '#src/domain/variables/variables-query.ts';
import { Button } from '#src/ui/button.tsx';

const VariablesForm = lazyPart(async () => ({
  default: (await import('#src/features/change-requests/variables/variables-form.tsx')).VariablesForm,
}));

interface VariablesButtonProps {
  spaceId: string;
  changeRequest: string;
  disabledReason: string | undefined;
}

/** Edits the values that the texts of a change request may name. */
export function VariablesButton({ disabledReason, ...scope }: VariablesButtonProps) {
  const queryClient = useQueryClient();
  const isOffered = useHasVariables();
  const [variables, setVariables] = useState<Record<string, string>>();
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    setLoading(true);
    try {
      setVariables(await queryClient.fetchQuery({ ...variablesOf(scope), staleTime: 0 }));
    } catch (error) {
      toastFailure(error);
    } finally {
      setLoading(false);
    }
  };
  if (!isOffered) return null;
  return (
    <>
      <Button disabledReason={disabledReason} pending={isLoading} onClick={() => void open()}>
        Variables…
      </Button>
      {variables && (
        <Suspense>
          <VariablesForm {...scope} variables={variables} onClose={() => setVariables(undefined)} />
        </Suspense>
      )}
    </>
  );
}
