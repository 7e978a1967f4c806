import type { GitCheck, GitPreview } from '#api/generated/types.gen.ts';
import { CheckboxField, RadioField, SelectField, TextField } from '#src/components/form/fields.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { Callout } from '#src/ui/callout.tsx';
import { ConnectPreview } from './connect-preview.tsx';
import { type ConnectForm, directoryOf, OTHER_DIRECTORY } from './connect-wizard.ts';
import { describeCheck, describeDirectory } from './labels.ts';

type FormControl = ConnectForm['control'];

/** The address of a repository, and what gives access to it. */
export function RepositoryFields({ control }: { control: FormControl }) {
  return (
    <>
      <TextField
        control={control}
        name="url"
        label="Address"
        inputMode="url"
        limit={2048}
        placeholder="https://github.com/example/docs.git"
        hint="The HTTPS address with which the repository is cloned."
        code
      />
      <TextField
        control={control}
        name="token"
        label="Token"
        hint="With the right to read and write the contents of this repository. It is stored encrypted and not shown again."
        limit={4096}
        optional
        secret
      />
      <TextField
        control={control}
        name="username"
        label="User name"
        hint="Only for hosts that want one beside the token, such as Bitbucket."
        limit={255}
        optional
      />
    </>
  );
}

/** What the token may do, and the branch. */
export function BranchFields({ control, check }: { control: FormControl; check: GitCheck }) {
  return (
    <>
      <Callout tone={check.canWrite === false ? 'warning' : 'success'}>{describeCheck(check)}</Callout>
      {check.branches.length === 0 ? (
        <TextField
          control={control}
          name="branch"
          label="Branch"
          limit={255}
          hint="The first sync creates it."
          code
        />
      ) : (
        <SelectField
          control={control}
          name="branch"
          label="Branch"
          options={check.branches.map((name) => ({ value: name, label: name }))}
        />
      )}
    </>
  );
}

interface DirectoryFieldsProps {
  form: ConnectForm;
  label: string;
  hint: string;
  /** Those that were found. */
  found: readonly { directory: string; description: string }[];
}

/** A directory: one of those that were found, or another one. */
export function DirectoryFields({ form, label, hint, found }: DirectoryFieldsProps) {
  const isOther = form.watch('directory') === OTHER_DIRECTORY;
  const isRootListed = found.some(({ directory }) => directory === '');
  return (
    <>
      <SelectField
        control={form.control}
        name="directory"
        label={label}
        hint={hint}
        options={[
          ...found.map(({ directory, description }) => ({
            value: directory,
            label: `${describeDirectory(directory)} · ${description}`,
          })),
          ...(isRootListed ? [] : [{ value: '', label: describeDirectory('') }]),
          { value: OTHER_DIRECTORY, label: 'Another directory…' },
        ]}
      />
      {isOther && (
        <TextField
          control={form.control}
          name="otherDirectory"
          label="Path of the directory"
          limit={1024}
          placeholder="docs"
          hint="It may not exist yet."
          code
        />
      )}
    </>
  );
}

/** The directory with the text of a space. */
export function TextDirectoryFields({ form, check: { books } }: { form: ConnectForm; check: GitCheck }) {
  return (
    <DirectoryFields
      form={form}
      label="Directory"
      hint={
        books.length === 0
          ? 'No documentation was found in this branch.'
          : 'Directories with documentation are listed.'
      }
      found={books.map(({ directory, title, pages }) => ({
        directory,
        description: `${title} · ${formatCount(pages, 'page')}`,
      }))}
    />
  );
}

/** Whose text both sides have after the first sync, with what it would do. */
export function DirectionFields({ form, preview }: { form: ConnectForm; preview: GitPreview | undefined }) {
  const values = form.watch();
  return (
    <>
      <RadioField
        control={form.control}
        name="initial"
        label="Which text both have afterwards"
        options={[
          { value: 'repository', label: 'The repository’s: its pages become pages of the space' },
          { value: 'space', label: 'The space’s: its pages become files of the repository' },
        ]}
      />
      <ConnectPreview preview={preview} branch={values.branch} directory={directoryOf(values)} />
      {preview?.needsConversion && (
        <CheckboxField
          control={form.control}
          name="acceptsConversion"
          label="Bindery may write files of another tool"
          hint="A page that is edited here is written as Markdown that this tool may show differently. Without this, the repository is only read."
        />
      )}
    </>
  );
}
