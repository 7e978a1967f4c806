import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { use } from 'react';
import { getTranslationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { InstructionsForm } from '#src/features/translations/instructions-form.tsx';
import { useTakesInstructions } from '#src/features/translations/queries.ts';

export const Route = createFileRoute(
  '/_shell/o/$organizationId/translations_/$translationSettingsId/instructions',
)({
  component: TranslationInstructions,
});

function TranslationInstructions() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: settings } = useSuspenseQuery(getTranslationOptions({ path }));
  const isPossible = useTakesInstructions(settings);
  const disabledReason =
    use(ReadOnlyForm) ?? reasonUnless(isPossible, 'This server doesn’t take instructions.');
  return (
    <ReadOnlyForm value={disabledReason}>
      <InstructionsForm
        organizationId={path.organizationId}
        settings={settings}
        onClose={() =>
          void navigate({
            to: '/o/$organizationId/translations/$translationSettingsId',
            params: path,
            replace: true,
          })
        }
      />
    </ReadOnlyForm>
  );
}
