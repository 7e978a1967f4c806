import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '#src/components/errors/load-part.ts';
import { CreateTranslationForm } from '#src/features/translations/forms.tsx';
import { useTakesTitle } from '#src/features/translations/queries.ts';

const CreateSourceTranslationForm = lazyPart(async () => ({
  default: (await import('#src/features/translations/source-form.tsx')).CreateSourceTranslationForm,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/translations/new')({
  component: NewTranslation,
});

function NewTranslation() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const hasTitles = useTakesTitle();
  const close = (id: string | null) =>
    void (id === null
      ? navigate({ to: '/o/$organizationId/translations', params, replace: true })
      : navigate({
          to: '/o/$organizationId/translations/$translationSettingsId',
          params: { ...params, translationSettingsId: id },
          replace: true,
        }));
  if (hasTitles === true)
    return <CreateTranslationForm organizationId={params.organizationId} onClose={close} />;
  // Other servers translate one space into one language.
  return (
    <Suspense>
      {hasTitles === false && (
        <CreateSourceTranslationForm organizationId={params.organizationId} onClose={close} />
      )}
    </Suspense>
  );
}
