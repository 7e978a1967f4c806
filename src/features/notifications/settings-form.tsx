import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type Control, useController } from 'react-hook-form';
import { updateNotificationSettingsMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  NotificationDeliveries,
  NotificationDeliveriesUpdate,
  NotificationDelivery,
  NotificationSettings,
} from '#api/generated/types.gen.ts';
import { zNotificationDeliveries } from '#api/generated/zod.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { Setting, SettingList } from '#src/components/form/setting.tsx';
import { toastFailure } from '#src/components/toasts/toasts.ts';
import { applyUndoable } from '#src/components/undo/undo.ts';
import { browserTimeZone } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { deliveryLabels, groupLabels, groups } from './delivery-labels.ts';
import { notificationSettingsOf, type SettingsScope } from './queries.ts';

// The keys are those of the type.
const deliveries = Object.keys(deliveryLabels) as NotificationDelivery[];

/** The changed groups; null for what is the default, so that it follows the default. */
export function changedDeliveries(
  from: NotificationDeliveries,
  to: NotificationDeliveries,
  defaults: NotificationDeliveries,
): NotificationDeliveriesUpdate {
  return Object.fromEntries(
    groups
      .filter((group) => from[group] !== to[group])
      .map((group) => [group, to[group] === defaults[group] ? null : to[group]]),
  );
}

/** Summaries are sent in the morning of the place where the person is. Earlier servers know no time zones. */
const hereIfKnown = ({ timeZone }: NotificationSettings) =>
  timeZone === undefined ? {} : { timeZone: browserTimeZone() };

interface SettingsFormProps {
  scope: SettingsScope;
  /** “All organizations”, or the title of one. */
  scopeName: string;
}

/** How each group of reasons reaches the person. */
export function NotificationSettingsForm({ scope, scopeName }: SettingsFormProps) {
  const queryClient = useQueryClient();
  const query = notificationSettingsOf(scope);
  const { data: settings } = useSuspenseQuery(query);
  const { deliveries: values, defaults } = settings;
  const update = useApiMutation(updateNotificationSettingsMutation(), {
    invalidates: ['getNotificationSettings'],
  });
  const save = (to: NotificationDeliveries, before: NotificationDeliveries) =>
    applyUndoable({
      label: `Changed notifications for ${scopeName}`,
      change: changedDeliveries(before, to, defaults),
      inverse: changedDeliveries(to, before, defaults),
      send: (change) =>
        update.mutateAsync({
          query: scope === null ? {} : { organizationId: scope },
          body: { deliveries: change, ...hereIfKnown(settings) },
        }),
    });
  const reset = async () => {
    try {
      await save(defaults, values);
    } catch (error) {
      toastFailure(error, () => void reset());
    }
  };
  const isDefault = groups.every((group) => values[group] === defaults[group]);
  return (
    <>
      <InlineForm<NotificationDeliveries>
        label="Notification settings"
        schema={zNotificationDeliveries}
        values={values}
        onSubmit={save}
        guard={{
          labels: Object.fromEntries(groups.map((group) => [group, groupLabels[group].name])),
          formatters: Object.fromEntries(
            groups.map((group) => [
              group,
              (written: NotificationDeliveries) => deliveryLabels[written[group]] ?? written[group],
            ]),
          ),
          fetchCurrent: async () => (await fetchFresh(queryClient, query)).deliveries,
        }}
      >
        {({ control }) => (
          <SettingList>
            {groups.map((group) => (
              <DeliverySetting key={group} control={control} group={group} standard={defaults[group]} />
            ))}
          </SettingList>
        )}
      </InlineForm>
      {settings.timeZone !== undefined && <SummaryTime scope={scope} timeZone={settings.timeZone} />}
      <Button
        tone="quiet"
        icon={<RotateCcw />}
        className="mt-2 -ml-3"
        pending={update.isPending}
        disabledReason={isDefault && 'Nothing differs.'}
        onClick={() => void reset()}
      >
        {scope === null ? 'Reset to defaults' : 'Use settings for all organizations'}
      </Button>
    </>
  );
}

/** Says when summaries are sent, and offers the time zone of this browser. */
function SummaryTime({ scope, timeZone }: { scope: SettingsScope; timeZone: string }) {
  const update = useApiMutation(updateNotificationSettingsMutation(), {
    invalidates: ['getNotificationSettings'],
  });
  const here = browserTimeZone();
  const move = async () => {
    try {
      await update.mutateAsync({
        query: scope === null ? {} : { organizationId: scope },
        body: { deliveries: {}, timeZone: here },
      });
    } catch (error) {
      toastFailure(error, () => void move());
    }
  };
  return (
    <p className="mt-4 text-ink-soft">
      Summaries are sent at 7:00 ({timeZone}), weekly ones on Mondays.
      {timeZone !== here && (
        <Button tone="quiet" className="ml-1" pending={update.isPending} onClick={() => void move()}>
          Use {here}
        </Button>
      )}
    </p>
  );
}

interface DeliverySettingProps {
  control: Control<NotificationDeliveries>;
  group: keyof NotificationDeliveries;
  standard: NotificationDelivery;
}

function DeliverySetting({ control, group, standard }: DeliverySettingProps) {
  const { field } = useController({ control, name: group });
  const { name, explanation } = groupLabels[group];
  return (
    <Setting title={name} explanation={explanation}>
      {(labels) => (
        <Select
          {...labels}
          {...field}
          options={deliveries.map((value) => ({
            value,
            label: value === standard ? `${deliveryLabels[value]} (default)` : deliveryLabels[value],
          }))}
          className="w-64 max-sm:w-full"
        />
      )}
    </Setting>
  );
}
