import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '#src/components/form/fields.tsx';
import { teamRoleDescription, teamRoleName, teamRoles } from '#src/domain/roles/team-role-labels.ts';

const options = teamRoles.map((role) => ({ value: role, label: teamRoleName(role) }));

interface TeamRoleFieldProps<Values extends FieldValues> {
  control: Control<Values, unknown, Values>;
  name: FieldPath<Values>;
}

export function TeamRoleField<Values extends FieldValues>({ control, name }: TeamRoleFieldProps<Values>) {
  const role = useWatch({ control, name });
  return (
    <SelectField
      control={control}
      name={name}
      label="Team role"
      hint={teamRoleDescription(role)}
      options={options}
    />
  );
}
