import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, TextCursorInput } from 'lucide-react';
import { useState } from 'react';
import { listSpaceCustomFieldsOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { CustomFieldValue, Space } from '#api/generated/types.gen.ts';
import { isUnsupported } from '#src/api/errors.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { IconButton } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import { CellEditor } from './cell-editor.tsx';
import { isSameValue, formatValue } from './cell-values.ts';
import { fieldTitle, typeLabelOf } from './labels.ts';
import { fieldNameToParam } from './queries.ts';
import { useValueChanges, optimisticValues, withChanges } from './value-changes.ts';

interface SpaceValuesProps {
  organizationId: string;
  space: Pick<Space, 'id' | 'title' | 'permissions'>;
}

/** The custom field values of one space, edited in place. */
// oxlint-disable-next-line max-lines-per-function -- one list, whose rows are a value or its editor
export function SpaceValues({ organizationId, space }: SpaceValuesProps) {
  const queryClient = useQueryClient();
  const options = listSpaceCustomFieldsOptions({ path: { spaceId: space.id } });
  const { data, error, refetch } = useQuery(options);
  const [editing, setEditing] = useState<string | null>(null);
  const change = useValueChanges(organizationId);
  const optimisticChanges = useStore(optimisticValues.all).filter(({ spaceId }) => spaceId === space.id);

  if (isUnsupported(error))
    return <EmptyState icon={<TextCursorInput />} title="No custom fields on this server" />;
  if (error) return <FetchFailure error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={3} label="Loading custom fields" />;
  if (data.length === 0)
    return (
      <EmptyState
        icon={<TextCursorInput />}
        title="No custom fields yet"
        className="rounded-lg border border-line"
      >
        Administrators create custom fields for all spaces.
      </EmptyState>
    );
  const storedValues = Object.fromEntries(
    data.flatMap(({ customField, value }) => (value === undefined ? [] : [[customField.name, value]])),
  );
  const values: Record<string, CustomFieldValue | undefined> = withChanges(storedValues, optimisticChanges);
  return (
    <ul aria-label="Custom fields" className="divide-y divide-line rounded-lg border border-line">
      {data.map(({ customField: field }) => {
        const value = values[field.name];
        const label = `${fieldTitle(field)} of ${space.title}`;
        return (
          <li key={field.id} className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5">
            <Link
              to="/o/$organizationId/custom-fields/$fieldName"
              params={{ organizationId, fieldName: fieldNameToParam(field.name) }}
              data-tip={field.description || typeLabelOf(field.type).description}
              className="link w-40 shrink-0 truncate"
            >
              {fieldTitle(field)}
            </Link>
            <div className="relative min-w-0 flex-1">
              {editing === field.name ? (
                <CellEditor
                  field={field}
                  label={label}
                  value={value}
                  onCancel={() => setEditing(null)}
                  onCommit={(next) => {
                    setEditing(null);
                    if (isSameValue(value, next)) return;
                    const spaceRef = { spaceId: space.id, title: space.title };
                    const before = { [field.name]: value ?? null };
                    change(
                      [{ ...spaceRef, before, after: { [field.name]: next } }],
                      `Set ${fieldTitle(field)} of “${space.title}”`,
                    );
                    void queryClient.invalidateQueries(options);
                  }}
                />
              ) : (
                <span dir="auto" className="wrap-anywhere">
                  {formatValue(value) || <span className="text-ink-soft">–</span>}
                </span>
              )}
            </div>
            <IconButton
              label={`Edit ${label}`}
              disabledReason={reasonUnless(space.permissions.admin, permissionReasons.creator)}
              onClick={() => setEditing(field.name)}
            >
              <Pencil />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
