import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkSiteGitMutation, connectSiteGitMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { GitCheck } from '#api/generated/types.gen.ts';
import type { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { contractResolver, FormError, setFieldErrors } from '#src/components/form/form-validation.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { BranchFields, RepositoryFields } from '../connect-fields.tsx';
import { connectDefaults, connectSchema } from '../connect-form.tsx';
import { ConnectStep } from '../connect-step.tsx';
import { accessOf, type ConnectForm, type ConnectValues, directoryOf } from '../connect-wizard.ts';
import { describeDirectory } from '../labels.ts';
import { SiteDirectionFields, SiteDirectoryFields } from './site-file-fields.tsx';
import { siteConnectionQueries, type SitePath } from './site-queries.ts';

const STEPS = ['Check access', 'Continue', 'Continue', 'Connect'] as const;

/** The steps of the form: each asks the repository before the next one. */
function useSiteWizard(path: SitePath, form: ConnectForm) {
  const [step, setStep] = useState(0);
  const [check, setCheck] = useState<GitCheck>();
  const [error, setError] = useState<ApiError | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const asked = useApiMutation(checkSiteGitMutation(), { invalidates: [] });
  const connect = useApiMutation(connectSiteGitMutation(), { invalidates: siteConnectionQueries(path) });
  const askFor = async (values: ConnectValues, branch?: string): Promise<GitCheck> => {
    const body = { ...accessOf(values), ...(branch !== undefined && { branch }) };
    const result = await asked.mutateAsync({ path, body });
    setCheck(result);
    return result;
  };
  const actions = [
    async (values: ConnectValues) => {
      const { defaultBranch, branches } = await askFor(values);
      form.setValue('branch', defaultBranch ?? branches[0] ?? 'main');
    },
    async (values: ConnectValues) => {
      const branch = values.branch.trim();
      const isLookedAt = check?.branch === branch || check?.branches.includes(branch) !== true;
      const { siteFiles } = isLookedAt && check ? check : await askFor(values, branch);
      form.setValue('directory', siteFiles[0]?.directory ?? '');
    },
    async (values: ConnectValues) => {
      const isFound = check?.siteFiles.some(({ directory }) => directory === directoryOf(values));
      form.setValue('initial', isFound === true ? 'repository' : 'space');
    },
    async (values: ConnectValues) => {
      const directory = directoryOf(values);
      const place = { branch: values.branch.trim(), ...(directory !== '' && { directory }) };
      await connect.mutateAsync({ path, body: { ...accessOf(values), ...place, initial: values.initial } });
      toast('Repository connected');
    },
  ];
  const run = async (values: ConnectValues): Promise<void> => {
    await actions[step]?.(values);
    setStep(Math.min(step + 1, actions.length - 1));
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

/** Connects a site with a repository in four steps. */
export function SiteConnectForm({ path }: { path: SitePath }) {
  const form = useForm<ConnectValues, unknown, ConnectValues>({
    defaultValues: connectDefaults,
    resolver: contractResolver<ConnectValues>(connectSchema),
  });
  const { control } = form;
  const { step, check, error, marked, goTo, next, isPending } = useSiteWizard(path, form);
  const values = form.watch();
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
        isOpen={step === 0}
        summary={values.url}
        onChange={() => goTo(0)}
      >
        <RepositoryFields control={control} />
      </ConnectStep>
      <ConnectStep
        number={2}
        title="Branch"
        isOpen={step === 1}
        summary={step > 1 ? values.branch : undefined}
        onChange={() => goTo(1)}
      >
        {check && <BranchFields control={control} check={check} />}
      </ConnectStep>
      <ConnectStep
        number={3}
        title="Directory"
        isOpen={step === 2}
        summary={step > 2 ? describeDirectory(directoryOf(values)) : undefined}
        onChange={() => goTo(2)}
      >
        {check && <SiteDirectoryFields form={form} check={check} />}
      </ConnectStep>
      <ConnectStep number={4} title="First sync" isOpen={step === 3}>
        {check && <SiteDirectionFields form={form} check={check} />}
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
