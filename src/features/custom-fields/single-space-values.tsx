import { useQuery } from '@tanstack/react-query';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import { FetchFailure } from '#src/components/errors/fetch-failure.tsx';
import { SpacePicker } from '#src/components/pickers/space-picker.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/field.tsx';
import { SpaceValues } from './space-values.tsx';

interface SingleSpaceValuesProps {
  organizationId: string;
  spaceId: string | undefined;
  onSelect: (spaceId: string) => void;
}

/** Replaces the matrix if the server can't list the values of all spaces. */
export function SingleSpaceValues({ organizationId, spaceId, onSelect }: SingleSpaceValuesProps) {
  const {
    data: space,
    error,
    refetch,
  } = useQuery({
    ...getSpaceOptions({ path: { spaceId: spaceId ?? '' } }),
    enabled: spaceId !== undefined,
  });
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Callout title="One space at a time">
        This server can’t list the values of all spaces, so the matrix and CSV are not available. Select a
        space to edit its values.
      </Callout>
      <Field label="Space">
        {(control) => (
          <SpacePicker
            organizationId={organizationId}
            control={control}
            value={space ? [space] : []}
            onChange={([picked]) => picked && onSelect(picked.id)}
          />
        )}
      </Field>
      {error && <FetchFailure error={error} onRetry={refetch} />}
      {space && <SpaceValues organizationId={organizationId} space={space} />}
    </div>
  );
}
