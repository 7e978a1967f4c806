import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkSiteGitMutation, connectSiteGitMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { GitCheck } from '#api/generated/types.gen.ts';
import type { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { RadioField, TextField } from '#src/components/form/fields.tsx';
import { contractResolver, FormError, setFieldErrors } from '#src/components/form/form-validation.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { BranchFields, RepositoryFields } from '../connect-fields.tsx';
import { connectDefaults, connectSchema } from '../connect-form.tsx';
import { ConnectStep } from '../connect-step.tsx';
import { accessOf, type ConnectForm, type ConnectValues } from '../connect-wizard.ts';
import { siteConnectionQueries, type SitePath } from './site-queries.ts';

const STEPS = ['Check access', 'Continue', 'Connect'] as const;

/** The steps of the form: the repository is asked before the branch is chosen. */
function useSiteWizard(path: SitePath, form: ConnectForm) {
  const [step, setStep] = useState(0);
  const [check, setCheck] = useState<GitCheck>();
  const [error, setError] = useState<ApiError | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const asked = useApiMutation(checkSiteGitMutation(), { invalidates: [] });
  const connect = useApiMutation(connectSiteGitMutation(), { invalidates: siteConnectionQueries(path) });
  const run = async (values: ConnectValues): Promise<void> => {
    if (step === 0) {
      const result = await asked.mutateAsync({ path, body: accessOf(values) });
      setCheck(result);
      form.setValue('branch', result.defaultBranch ?? result.branches[0] ?? 'main');
      form.setValue('initial', result.commit === undefined ? 'space' : 'repository');
    } else if (step === 2) {
      const { branch, directory, initial } = values;
      const place = {
        branch: branch.trim(),
        ...(directory.trim() !== '' && { directory: directory.trim() }),
      };
      await connect.mutateAsync({ path, body: { ...accessOf(values), ...place, initial } });
      toast('Repository connected');
    }
    setStep(Math.min(step + 1, 2));
  };
  const goTo = (target: number) => {
    setError(null);
    setStep(target);
  };
  const next = async (values: ConnectValues) => {
    setError(null);
    await run(values).catch((failure: ApiError) => {
      setMarked(setFieldErrors(form, failure));
      setError(failure);
    });
  };
  return { step, check, error, marked, goTo, next, isPending: asked.isPending || connect.isPending };
}

/** Connects a site with a repository in three steps. */
export function SiteConnectForm({ path }: { path: SitePath }) {
  const form = useForm<ConnectValues, unknown, ConnectValues>({
    defaultValues: connectDefaults,
    resolver: contractResolver<ConnectValues>(connectSchema),
  });
  const { control } = form;
  const { step, check, error, marked, goTo, next, isPending } = useSiteWizard(path, form);
  const { url, branch, directory } = form.watch();
  const place = directory.trim() === '' ? branch : `${directory.trim()} in ${branch}`;
  return (
    <form
      aria-label="Connect a repository"
      noValidate
      className="flex max-w-xl flex-col gap-4"
      onSubmit={form.handleSubmit(next)}
    >
      <ConnectStep number={1} title="Repository" isOpen={step === 0} summary={url} onChange={() => goTo(0)}>
        <RepositoryFields control={control} />
      </ConnectStep>
      <ConnectStep
        number={2}
        title="Branch and directory"
        isOpen={step === 1}
        summary={step > 1 ? place : undefined}
        onChange={() => goTo(1)}
      >
        {check && <BranchFields control={control} check={check} />}
        <TextField
          control={control}
          name="directory"
          label="Directory of docs.yaml"
          hint="Without one, the root of the repository."
          limit={1024}
          placeholder="docs"
          optional
          code
        />
      </ConnectStep>
      <ConnectStep number={3} title="First sync" isOpen={step === 2}>
        <RadioField
          control={control}
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
      </ConnectStep>
      {error && <FormError error={error} fields={marked} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" pending={isPending}>
          {STEPS[step]}
        </Button>
        {step > 0 && <Button onClick={() => goTo(step - 1)}>Back</Button>}
      </div>
    </form>
  );
}
