import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { getTranslationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { RenameTranslationForm } from '#src/features/translations/forms.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/translations_/$translationSettingsId/rename')(
  {
    component: RenameTranslation,
  },
);

function RenameTranslation() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: settings } = useSuspenseQuery(getTranslationOptions({ path }));
  return (
    <RenameTranslationForm
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
  );
}
