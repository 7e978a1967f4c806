import type { GitCheck } from '#api/generated/types.gen.ts';
import { RadioField } from '#src/components/form/fields.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { DirectoryFields } from '../connect-fields.tsx';
import { type ConnectForm, directoryOf } from '../connect-wizard.ts';
import { describeDirectory, describeSiteFile } from '../labels.ts';

interface SiteFileProps {
  form: ConnectForm;
  check: GitCheck;
}

/** The directory with the file of the site. */
export function SiteDirectoryFields({ form, check: { siteFiles } }: SiteFileProps) {
  return (
    <DirectoryFields
      form={form}
      label="Directory of docs.yaml"
      hint={
        siteFiles.length === 0
          ? 'No docs.yaml was found in this branch: the first sync can write one.'
          : 'Directories with a docs.yaml are listed.'
      }
      found={siteFiles.map((file) => ({ directory: file.directory, description: describeSiteFile(file) }))}
    />
  );
}

/** Whose structure both sides have after the first sync, with what the file says. */
export function SiteDirectionFields({ form, check }: SiteFileProps) {
  const { initial } = form.watch();
  return (
    <>
      <RadioField
        control={form.control}
        name="initial"
        label="Which structure both have afterwards"
        options={[
          { value: 'repository', label: 'That of docs.yaml: the site becomes what the file says' },
          {
            value: 'space',
            label: 'The site’s: it becomes a docs.yaml, and its spaces directories beside it',
          },
        ]}
        hint="What the site was stays in its history. Spaces that it does not show any more stay, too. What would show visitors more waits for your yes."
      />
      {initial === 'repository' && <SiteFilePreview form={form} check={check} />}
    </>
  );
}

function SiteFilePreview({ form, check: { siteFiles, branch = '' } }: SiteFileProps) {
  const directory = directoryOf(form.watch());
  const file = siteFiles.find((each) => each.directory === directory);
  if (!file)
    return (
      <Callout tone="warning" title="No docs.yaml was found in this directory">
        Push one to {branch} first, or choose the site’s structure.
      </Callout>
    );
  if (file.problem !== undefined)
    return (
      <Callout tone="danger" title={`${file.path} can’t be used`}>
        {file.problem}
      </Callout>
    );
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>
        <bdi>{file.path}</bdi> has {describeSiteFile(file)}.
        {file.directories.length > 0 && ' Each directory is synchronized with a space of its own:'}
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {file.directories.map((each) => (
          <li key={each}>
            <bdi className="wrap-anywhere">{describeDirectory(each)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
