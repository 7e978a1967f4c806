import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCan } from '#src/api/extensions.ts';
import { CreateTranslationForm } from '#src/features/translations/forms.tsx';

const CreateSourceTranslationForm = lazy(async () => ({
  default: (await import('#src/features/translations/source-form.tsx')).CreateSourceTranslationForm,
}));

export const Route = createFileRoute('/_shell/o/$organizationId/translations/new')({
  component: NewTranslation,
});

function NewTranslation() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const hasTitles = useCan('titledTranslations');
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
