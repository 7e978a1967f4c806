import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import {
  createWebhookMutation,
  getWebhookOptions,
  updateWebhookMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Webhook, WebhookWithSecret } from '#api/generated/types.gen.ts';
import { zWebhookCreate, zWebhookFormat } from '#api/generated/zod.gen.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { SelectField, TextField } from '#src/components/form/fields.tsx';
import { FormDialog } from '#src/components/form/form-dialog.tsx';
import { KindsField, MessagePreview, SpacesField, toBody, type WebhookValues } from './form-fields.tsx';
import { addressHints, formatLabels, isChat, webhookName } from './labels.ts';
import { spacesOf, usualKinds, type WebhookPath, webhookQueries } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

const MAX_URL_LENGTH = 2048;
const MAX_TITLE_LENGTH = 100;

const kindsAndSpaces = {
  title: zWebhookCreate.shape.title,
  format: zWebhookFormat,
  kinds: z.enum(['all', 'selected']),
  scope: z.enum(['all', 'selected']),
  events: z.array(z.string()),
  spaces: z.array(z.object({ id: z.string() })).max(100),
};
const hasKinds = ({ kinds, events }: { kinds: string; events: unknown[] }) =>
  kinds === 'all' || events.length > 0;
const hasSpaces = ({ scope, spaces }: { scope: string; spaces: unknown[] }) =>
  scope === 'all' || spaces.length > 0;
const noKinds = { path: ['events'], message: 'Select at least one kind of event.' };
const noSpaces = { path: ['spaces'], message: 'Select at least one space.' };

const schema = z
  .object({ ...kindsAndSpaces, url: zWebhookCreate.shape.url })
  .refine(hasKinds, noKinds)
  .refine(hasSpaces, noSpaces);
/** A chat keeps its address unless another one is entered. */
const chatSchema = z
  .object({ ...kindsAndSpaces, url: zWebhookCreate.shape.url.optional() })
  .refine(hasKinds, noKinds)
  .refine(hasSpaces, noSpaces);

const formatOptions = zWebhookFormat.options.map((value) => ({ value, label: formatLabels[value] }));

interface CreateWebhookFormProps {
  organizationId: string;
  /** Called when closed, with the id of the webhook if it was created. */
  onClose: (webhookId: string | null) => void;
}

/** Creates a webhook, and shows its secret once if it has one. */
export function CreateWebhookForm({ organizationId, onClose }: CreateWebhookFormProps) {
  const path = { organizationId };
  const [shown, setShown] = useState<WebhookWithSecret>();
  // The dialog closes after a submit with the function of the render before it.
  const created = useRef<WebhookWithSecret>(null);
  const create = useApiMutation(createWebhookMutation(), {
    invalidates: [{ operation: 'listWebhooks', path }],
  });
  if (shown) return <SecretDialog webhook={shown} onClose={() => onClose(shown.id)} />;
  return (
    <FormDialog<WebhookValues>
      title="New webhook"
      submitLabel="Create webhook"
      schema={schema}
      defaultValues={{
        format: 'standard',
        url: '',
        title: '',
        kinds: 'selected',
        events: [...usualKinds],
        scope: 'all',
        spaces: [],
      }}
      error={create.error}
      pending={create.isPending}
      onSubmit={async (values) => {
        const { events, spaces } = toBody(values);
        const { format, url, title } = values;
        const body = {
          format,
          url: url.trim(),
          events,
          ...(spaces && { spaces }),
          ...(title.trim() !== '' && { title: title.trim() }),
        };
        created.current = await create.mutateAsync({ path, body });
      }}
      onClose={() => {
        const webhook = created.current;
        if (webhook?.secret === undefined) onClose(webhook?.id ?? null);
        else setShown(webhook);
      }}
    >
      {({ control, watch }) => (
        <>
          <SelectField control={control} name="format" label="Send to" options={formatOptions} />
          <TextField
            control={control}
            name="url"
            label="URL"
            inputMode="url"
            limit={MAX_URL_LENGTH}
            hint={addressHints[watch('format')]}
            placeholder="https://example.com/hooks"
          />
          <TextField control={control} name="title" label="Title" optional limit={MAX_TITLE_LENGTH} />
          <KindsField control={control} />
          <SpacesField control={control} organizationId={organizationId} />
          <MessagePreview control={control} organizationId={organizationId} />
        </>
      )}
    </FormDialog>
  );
}

interface EditWebhookFormProps {
  path: WebhookPath;
  webhook: Webhook;
  onClose: () => void;
}

const titlesOf = (values: WebhookValues) => values.spaces.map(({ title }) => title).join(', ');

/** Changes a webhook, with a check for concurrent changes. */
export function EditWebhookForm({ path, webhook, onClose }: EditWebhookFormProps) {
  const queryClient = useQueryClient();
  const { data: spaces } = useSuspenseQuery(spacesOf(webhook));
  const update = useApiMutation(updateWebhookMutation(), { invalidates: webhookQueries(path) });
  const chat = isChat(webhook.format);
  return (
    <FormDialog<WebhookValues>
      title={`Edit “${webhookName(webhook)}”`}
      submitLabel="Save changes"
      schema={chat ? chatSchema : schema}
      defaultValues={valuesOf(webhook, spaces)}
      error={update.error}
      pending={update.isPending}
      guard={{
        path: `/v1/orgs/${path.organizationId}/webhooks/${path.webhookId}`,
        labels: {
          url: 'URL',
          title: 'Title',
          kinds: 'Events',
          events: 'Kinds',
          scope: 'Spaces',
          spaces: 'Selected spaces',
        },
        formatters: {
          kinds: ({ kinds }) => (kinds === 'all' ? 'All events' : 'Selected kinds'),
          scope: ({ scope }) => (scope === 'all' ? 'All spaces' : 'Selected spaces'),
          spaces: titlesOf,
        },
        fetchCurrent: async () => {
          const current = await fetchFresh(queryClient, getWebhookOptions({ path }));
          return valuesOf(current, await fetchFresh(queryClient, spacesOf(current)));
        },
      }}
      onSubmit={({ url, title, ...values }) => {
        const body = {
          ...toBody({ ...values, url, title }),
          ...(url.trim() !== '' && url.trim() !== webhook.url && { url: url.trim() }),
          title: title.trim() === '' ? null : title.trim(),
        };
        return update.mutateAsync({ path, body });
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="url"
            label={chat ? 'New URL' : 'URL'}
            inputMode="url"
            optional={chat}
            limit={MAX_URL_LENGTH}
            hint={
              chat
                ? `Leave it empty to keep the address at ${webhook.host}, which isn’t shown.`
                : addressHints.standard
            }
          />
          <TextField control={control} name="title" label="Title" optional limit={MAX_TITLE_LENGTH} />
          <KindsField control={control} />
          <SpacesField control={control} organizationId={path.organizationId} />
          <MessagePreview control={control} organizationId={path.organizationId} />
        </>
      )}
    </FormDialog>
  );
}

function valuesOf(webhook: Webhook, spaces: WebhookValues['spaces']): WebhookValues {
  const all = webhook.events.includes('*');
  return {
    format: webhook.format,
    url: webhook.url ?? '',
    title: webhook.title ?? '',
    kinds: all ? 'all' : 'selected',
    events: all ? [] : webhook.events,
    scope: webhook.spaces ? 'selected' : 'all',
    spaces,
  };
}
