import { createFileRoute } from '@tanstack/react-router';
import { CreateTranslationForm } from '#src/features/translations/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/translations/new')({
  component: NewTranslation,
});

function NewTranslation() {
  const params = Route.useParams();
  const navigate = Route.useNavigate();
  const close = (id: string | null) =>
    id === null
      ? navigate({ to: '/o/$organizationId/translations', params, replace: true })
      : navigate({
          to: '/o/$organizationId/translations/$translationSettingsId',
          params: { ...params, translationSettingsId: id },
          replace: true,
        });
  return <CreateTranslationForm organizationId={params.organizationId} onClose={(id) => void close(id)} />;
}
