import { useForm } from 'react-hook-form';
import { zGitConnectionCreate } from '#api/generated/zod.gen.ts';
import { contractResolver, FormError } from '#src/components/form/form-validation.tsx';
import { Button } from '#src/ui/button.tsx';
import { BranchFields, DirectionFields, RepositoryFields, TextDirectoryFields } from './connect-fields.tsx';
import { ConnectStep } from './connect-step.tsx';
import { type ConnectStepName, type ConnectValues, directoryOf, useConnectWizard } from './connect-wizard.ts';
import { describeDirectory } from './labels.ts';

const steps: readonly ConnectStepName[] = ['repository', 'branch', 'directory', 'direction'];

/** Also of the form of a site. */
export const connectSchema = zGitConnectionCreate
  .pick({ url: true, username: true, token: true, branch: true })
  .partial({ branch: true });

export const connectDefaults: ConnectValues = {
  url: '',
  username: '',
  token: '',
  branch: '',
  directory: '',
  otherDirectory: '',
  initial: 'repository',
  acceptsConversion: false,
};

/** Connects a space with a repository in four steps. */
export function ConnectForm({ spaceId }: { spaceId: string }) {
  const form = useForm<ConnectValues, unknown, ConnectValues>({
    defaultValues: connectDefaults,
    resolver: contractResolver<ConnectValues>(connectSchema),
  });
  const { step, check, preview, error, marked, isPending, goTo, next } = useConnectWizard(spaceId, form);
  const values = form.watch();
  const index = steps.indexOf(step);
  const previous = steps[index - 1];
  // A direction that was not looked at yet is shown first.
  const label = index === 0 ? 'Check access' : index < 3 ? 'Continue' : preview ? 'Connect' : 'Show preview';
  return (
    <form
      aria-label="Connect a repository"
      noValidate
      className="flex max-w-xl flex-col gap-4"
      onSubmit={form.handleSubmit(next)}
    >
      <ConnectStep
        number={1}
        title="Repository"
        isOpen={index === 0}
        summary={values.url}
        onChange={() => goTo('repository')}
      >
        <RepositoryFields control={form.control} />
      </ConnectStep>
      <ConnectStep
        number={2}
        title="Branch"
        isOpen={index === 1}
        summary={index > 1 ? values.branch : undefined}
        onChange={() => goTo('branch')}
      >
        {check && <BranchFields control={form.control} check={check} />}
      </ConnectStep>
      <ConnectStep
        number={3}
        title="Directory"
        isOpen={index === 2}
        summary={index > 2 ? describeDirectory(directoryOf(values)) : undefined}
        onChange={() => goTo('directory')}
      >
        {check && <TextDirectoryFields form={form} check={check} />}
      </ConnectStep>
      <ConnectStep number={4} title="First sync" isOpen={index === 3}>
        <DirectionFields form={form} preview={preview} />
      </ConnectStep>
      {error && <FormError error={error} fields={marked} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="primary"
          pending={isPending}
          disabledReason={preview?.error !== undefined && 'The first sync can’t begin so.'}
        >
          {label}
        </Button>
        {previous && <Button onClick={() => goTo(previous)}>Back</Button>}
      </div>
    </form>
  );
}
