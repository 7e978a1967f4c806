import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { use } from 'react';
import { getTranslationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { reasonUnless } from '#src/domain/permission/permissions.ts';
import { RenameTranslationForm } from '#src/features/translations/forms.tsx';
import { hasTitle, noTitleReason } from '#src/features/translations/queries.ts';

export const Route = createFileRoute('/_shell/o/$organizationId/translations_/$translationSettingsId/rename')(
  {
    component: RenameTranslation,
  },
);

function RenameTranslation() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: settings } = useSuspenseQuery(getTranslationOptions({ path }));
  const disabledReason = use(ReadOnlyForm) ?? reasonUnless(hasTitle(settings), noTitleReason);
  return (
    <ReadOnlyForm value={disabledReason}>
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
    </ReadOnlyForm>
  );
}
