import { useForm } from 'react-hook-form';
import { checkSiteGitMutation, connectSiteGitMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { contractResolver, FormError } from '#src/components/form/form-validation.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { BranchFields, RepositoryFields } from '../connect-fields.tsx';
import { connectDefaults, connectSchema } from '../connect-form.tsx';
import { ConnectStep } from '../connect-step.tsx';
import {
  accessOf,
  type ConnectForm,
  type ConnectStepName,
  type ConnectValues,
  directoryOf,
  useCheck,
  useFormSteps,
} from '../connect-wizard.ts';
import { describeDirectory } from '../labels.ts';
import { SiteDirectionFields, SiteDirectoryFields } from './site-file-fields.tsx';
import { siteConnectionQueries, type SitePath } from './site-queries.ts';

const steps: readonly ConnectStepName[] = ['repository', 'branch', 'directory', 'direction'];

/** Connects a site: each step asks the repository before the next one. */
function useSiteWizard(path: SitePath, form: ConnectForm) {
  const asked = useApiMutation(checkSiteGitMutation(), { invalidates: [] });
  const connect = useApiMutation(connectSiteGitMutation(), { invalidates: siteConnectionQueries(path) });
  const { check, askForRepository, askForBranch } = useCheck(form, (body) =>
    asked.mutateAsync({ path, body }),
  );
  const actions: Record<ConnectStepName, (values: ConnectValues) => Promise<ConnectStepName>> = {
    async repository(values) {
      await askForRepository(values);
      return 'branch';
    },
    async branch(values) {
      const { siteFiles } = await askForBranch(values);
      form.setValue('directory', siteFiles[0]?.directory ?? '');
      return 'directory';
    },
    async directory(values) {
      const isFound = check?.siteFiles.some(({ directory }) => directory === directoryOf(values));
      form.setValue('initial', isFound === true ? 'repository' : 'space');
      return 'direction';
    },
    async direction(values) {
      const directory = directoryOf(values);
      const place = { branch: values.branch.trim(), ...(directory !== '' && { directory }) };
      await connect.mutateAsync({ path, body: { ...accessOf(values), ...place, initial: values.initial } });
      toast('Repository connected');
      return 'direction';
    },
  };
  const wizard = useFormSteps<ConnectStepName>(form, 'repository', (step, values) => actions[step](values));
  return { ...wizard, check, isPending: asked.isPending || connect.isPending };
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
  const index = steps.indexOf(step);
  const previous = steps[index - 1];
  const label = index === 0 ? 'Check access' : index < 3 ? 'Continue' : 'Connect';
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
        <RepositoryFields control={control} />
      </ConnectStep>
      <ConnectStep
        number={2}
        title="Branch"
        isOpen={index === 1}
        summary={index > 1 ? values.branch : undefined}
        onChange={() => goTo('branch')}
      >
        {check && <BranchFields control={control} check={check} />}
      </ConnectStep>
      <ConnectStep
        number={3}
        title="Directory"
        isOpen={index === 2}
        summary={index > 2 ? describeDirectory(directoryOf(values)) : undefined}
        onChange={() => goTo('directory')}
      >
        {check && <SiteDirectoryFields form={form} check={check} />}
      </ConnectStep>
      <ConnectStep number={4} title="First sync" isOpen={index === 3}>
        {check && <SiteDirectionFields form={form} check={check} />}
      </ConnectStep>
      {error && <FormError error={error} fields={marked} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" pending={isPending}>
          {label}
        </Button>
        {previous && <Button onClick={() => goTo(previous)}>Back</Button>}
      </div>
    </form>
  );
}
