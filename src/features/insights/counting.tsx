import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import {
  deleteSiteInsightsMutation,
  getSiteInsightsSettingsOptions,
  putSiteInsightsSettingsMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import { Setting, SettingList } from '#src/components/form/setting.tsx';
import { DangerAction, DangerZone } from '#src/components/layout/danger-zone.tsx';
import { Section } from '#src/components/layout/record.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Switch } from '#src/ui/form/switch.tsx';
import { answersOf, type SitePath } from './queries.ts';

export const countingOf = (path: SitePath) => getSiteInsightsSettingsOptions({ path: { ...path } });

/** Whether visits are counted, which is saved at once, and how to delete what was counted. */
export function Counting({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const { data: settings } = useSuspenseQuery(countingOf(path));
  const { mutateAsync: put } = useApiMutation(putSiteInsightsSettingsMutation(), {
    invalidates: [{ operation: 'getSiteInsightsSettings', path }],
  });
  const { createContent } = organization.permissions;
  const { isAvailable, countsVisits, asksFeedback, checksLinks, canCheckLinks, months } = settings;
  const disabledReason =
    reasonUnless(isAvailable, 'The operator of this server has turned counting off.') ??
    reasonUnless(createContent, permissionReasons.creator);
  return (
    <>
      <Section title="Counting, asking and checking">
        <SettingList>
          <Setting
            title="Count visits"
            explanation={`Without cookies, addresses or names. Figures are kept for ${formatCount(months, 'month')}. When off, those counted so far stay.`}
          >
            {(labels) => (
              <Switch
                {...labels}
                checked={isAvailable && countsVisits}
                disabledReason={disabledReason}
                onChange={(on) => void put({ path, body: { countsVisits: on } }).catch(toastFailure)}
              />
            )}
          </Setting>
          <Setting
            title="Ask if pages were helpful"
            explanation="Below the text of each page: yes or no, and a sentence if readers want to say more. Who answers isn’t stored."
          >
            {(labels) => (
              <Switch
                {...labels}
                checked={isAvailable && asksFeedback}
                disabledReason={disabledReason}
                onChange={(on) => void put({ path, body: { asksFeedback: on } }).catch(toastFailure)}
              />
            )}
          </Setting>
          <Setting
            title="Follow links to other sites"
            explanation="Once a week, in the background. Those that lead nowhere are listed in the site health of the structure."
          >
            {(labels) => (
              <Switch
                {...labels}
                checked={canCheckLinks && checksLinks}
                disabledReason={
                  reasonUnless(canCheckLinks, 'The operator of this server has turned this off.') ??
                  reasonUnless(createContent, permissionReasons.creator)
                }
                onChange={(on) => void put({ path, body: { checksLinks: on } }).catch(toastFailure)}
              />
            )}
          </Setting>
        </SettingList>
      </Section>
      <DeleteFigures organization={organization} site={site} />
    </>
  );
}

function DeleteFigures({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const queryClient = useQueryClient();
  const { mutateAsync: remove } = useApiMutation(deleteSiteInsightsMutation(), {
    invalidates: [],
    onSuccess: () => queryClient.invalidateQueries({ queryKey: answersOf(path) }),
  });
  const confirmAndDelete = () =>
    confirmDeletion({
      kind: 'the figures of',
      name: site.title,
      confirmLabel: 'Delete figures',
      typeToConfirm: site.title,
      impact: () =>
        Promise.resolve([
          'All views, visitors, searches and broken addresses counted so far are gone, and what readers said about pages.',
        ]),
      action: () => remove({ path }),
    });
  return (
    <DangerZone>
      <DangerAction
        explanation="Deletes everything counted so far. Export what you need before."
        icon={<Trash2 />}
        disabledReason={reasonUnless(organization.permissions.admin, permissionReasons.administrator)}
        onClick={() => void confirmAndDelete()}
      >
        Delete figures…
      </DangerAction>
    </DangerZone>
  );
}
