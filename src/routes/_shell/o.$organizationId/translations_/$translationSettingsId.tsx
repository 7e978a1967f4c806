import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, linkOptions, Outlet } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { getTranslationOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { DeleteMenu } from '#src/components/layout/delete-menu.tsx';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Detail, Details, Section, SideBySide } from '#src/components/layout/record.tsx';
import { useScreenActions } from '#src/components/palette/screen-actions.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Page } from '#src/domain/shell/page.tsx';
import { useDeleteTranslation } from '#src/features/translations/actions.ts';
import {
  hasTitle,
  loadTranslation,
  noTitleReason,
  useTakesInstructions,
} from '#src/features/translations/queries.ts';
import { Instructions, SourceDetail } from '#src/features/translations/source.tsx';
import { TranslationLanguages } from '#src/features/translations/table.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Time } from '#src/ui/time.tsx';

export const Route = createFileRoute('/_shell/o/$organizationId/translations_/$translationSettingsId')({
  loader: ({ context: { queryClient }, params }) => loadTranslation(queryClient, params),
  component: TranslationPage,
});

// oxlint-disable-next-line max-lines-per-function -- one screen: details, languages and instructions in order of appearance
function TranslationPage() {
  const path = Route.useParams();
  const navigate = Route.useNavigate();
  const { data: settings } = useSuspenseQuery(getTranslationOptions({ path }));
  const deleteTranslation = useDeleteTranslation(path.organizationId);
  const { edit } = settings.permissions;
  const disabledReason = reasonUnless(edit, permissionReasons.administrator);
  const mayRename = edit && hasTitle(settings);
  const hasInstructions = useTakesInstructions(settings);
  useScreenActions(
    useMemo(() => {
      const to = '/o/$organizationId/translations/$translationSettingsId/rename';
      const run = () => void navigate({ to });
      return mayRename ? [{ label: 'Rename translation settings', keys: 'e', icon: <Pencil />, run }] : [];
    }, [mayRename, navigate]),
  );

  const remove = async () => {
    if (await deleteTranslation(settings))
      await navigate({ to: '/o/$organizationId/translations', params: path, replace: true });
  };

  return (
    <Page
      title={settings.title}
      layout="record"
      crumbs={[
        {
          label: 'Translations',
          link: linkOptions({ to: '/o/$organizationId/translations', params: path }),
        },
        { label: settings.title },
      ]}
      actions={
        <>
          <DeleteMenu disabledReason={disabledReason} onDelete={() => void remove()} />
          <LinkButton
            link={linkOptions({
              to: '/o/$organizationId/translations/$translationSettingsId/rename',
              params: path,
            })}
            disabledReason={disabledReason ?? reasonUnless(mayRename, noTitleReason)}
            icon={<Pencil />}
          >
            Rename
          </LinkButton>
        </>
      }
    >
      <SideBySide
        side={
          <Details>
            {settings.source && <SourceDetail {...path} source={settings.source} />}
            <Detail name="Updated">
              <Time value={settings.updatedAt} />
            </Detail>
            <Detail name="Created">
              <Time value={settings.createdAt} />
            </Detail>
            <Detail
              name="Settings ID"
              action={<CopyButton text={settings.id} what="settings ID" size="small" />}
            >
              <code className="font-mono text-xs">{settings.id}</code>
            </Detail>
          </Details>
        }
      >
        <Section title="Languages" count={formatNumber(settings.languages.length)}>
          <TranslationLanguages languages={settings.languages} />
          {settings.languages.length > 0 && (
            <p className="mt-3 text-ink-soft">
              The server sets the languages.{hasTitle(settings) && ' You can only edit the title.'}
            </p>
          )}
        </Section>
        {hasInstructions && (
          <Instructions
            document={settings.instructions}
            action={
              <LinkButton
                link={linkOptions({
                  to: '/o/$organizationId/translations/$translationSettingsId/instructions',
                  params: path,
                })}
                disabledReason={disabledReason}
                icon={<Pencil />}
              >
                Edit instructions
              </LinkButton>
            }
          />
        )}
      </SideBySide>
      <ReadOnlyForm value={disabledReason}>
        <Outlet />
      </ReadOnlyForm>
    </Page>
  );
}
