import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Organization } from '#api/generated/types.gen.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { Setting, SettingList } from '#src/components/form/setting.tsx';
import { toast, toastFailure } from '#src/components/toasts/toasts.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Switch } from '#src/ui/form/switch.tsx';
import { useOrganizationUpdate, loadSsoImpact, locksOutAllMembers, describeSsoImpact } from './actions.ts';

/** The confirmation lists who would be locked out. */
async function enforceConfirmation(
  queryClient: QueryClient,
  { id, title }: Organization,
): Promise<Confirmation> {
  const impact = await loadSsoImpact(queryClient, id);
  const locksOutEveryone = locksOutAllMembers(impact);
  return {
    title: 'Enforce single sign-on?',
    confirmLabel: 'Enforce',
    tone: locksOutEveryone || impact.withoutProvider.length > 0 ? 'danger' : 'neutral',
    impact: () => Promise.resolve(describeSsoImpact(impact)),
    ...(locksOutEveryone && { typeToConfirm: title }),
  };
}

/** Access switches. They are saved immediately. */
export function AccessSwitches({ organization }: { organization: Organization }) {
  const queryClient = useQueryClient();
  const update = useOrganizationUpdate(organization);
  const reason = reasonUnless(organization.permissions.admin, permissionReasons.administrator);

  const allowLinks = (inviteLinks: boolean) => {
    const label = inviteLinks ? 'Enabled invite links' : 'Disabled invite links';
    void update({ inviteLinks }, { inviteLinks: !inviteLinks }, label).catch(toastFailure);
  };
  const enforce = async (sso: boolean) => {
    const label = sso ? 'Enforced single sign-on' : 'Stopped enforcing single sign-on';
    const confirmEnforcing = () => enforceConfirmation(queryClient, organization);
    const change = () =>
      update({ sso }, { sso: !sso }, label, sso ? { redo: confirmEnforcing } : { undo: confirmEnforcing });
    if (!sso) return change().catch(toastFailure);
    const confirmation = await confirmEnforcing().catch((error: unknown) => {
      toastFailure(error);
      return null;
    });
    if (!confirmation) return;
    const isConfirmed = await confirm({ ...confirmation, action: change });
    if (!isConfirmed) toast('Single sign-on not changed');
  };

  return (
    <SettingList>
      <Setting
        title="Invite links"
        explanation="Let people join through links. When off, existing links don’t work."
      >
        {(labels) => (
          <Switch
            {...labels}
            checked={organization.inviteLinks}
            disabledReason={reason}
            onChange={allowLinks}
          />
        )}
      </Setting>
      <Setting
        title="Enforce single sign-on"
        explanation="Everyone except administrators must sign in through an identity provider. You first see who is affected."
      >
        {(labels) => (
          <Switch
            {...labels}
            checked={organization.sso ?? false}
            disabledReason={reason}
            onChange={(on) => void enforce(on)}
          />
        )}
      </Setting>
    </SettingList>
  );
}
