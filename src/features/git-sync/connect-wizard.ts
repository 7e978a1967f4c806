import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  checkSpaceGitMutation,
  connectSpaceGitMutation,
  previewSpaceGitMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type {
  GitCheck,
  GitCheckRequest,
  GitConnectionCreate,
  GitInitial,
  GitPreview,
} from '#api/generated/types.gen.ts';
import type { ApiError } from '#src/api/errors.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { setFieldErrors } from '#src/components/form/form-validation.tsx';
import { toast } from '#src/components/toasts/toasts.ts';
import { connectionQueries } from './queries.ts';

export interface ConnectValues {
  url: string;
  username: string;
  token: string;
  branch: string;
  directory: string;
  /** Where the directory is not one of those that were found. */
  otherDirectory: string;
  initial: GitInitial;
  acceptsConversion: boolean;
}

export type ConnectForm = UseFormReturn<ConnectValues, unknown, ConnectValues>;

export type ConnectStepName = 'repository' | 'branch' | 'directory' | 'direction';

/** The value of a directory that is typed. */
export const OTHER_DIRECTORY = '/';

/** The directory that was chosen or typed. */
export const directoryOf = ({ directory, otherDirectory }: ConnectValues): string =>
  directory === OTHER_DIRECTORY ? otherDirectory.trim() : directory;

export const accessOf = ({ url, username, token }: ConnectValues) => ({
  url: url.trim(),
  ...(username.trim() !== '' && { username: username.trim() }),
  ...(token.trim() !== '' && { token: token.trim() }),
});

const toBody = (values: ConnectValues): GitConnectionCreate => ({
  ...accessOf(values),
  branch: values.branch.trim(),
  ...(directoryOf(values) !== '' && { directory: directoryOf(values) }),
  initial: values.initial,
});

/**
 * What was asked of the repository so far, for a space and for a site: what it is, and what is in the chosen branch.
 *
 * @param ask sends a check
 */
export function useCheck(form: ConnectForm, ask: (body: GitCheckRequest) => Promise<GitCheck>) {
  const [check, setCheck] = useState<GitCheck>();
  const askFor = async (body: GitCheckRequest): Promise<GitCheck> => {
    const result = await ask(body);
    setCheck(result);
    return result;
  };
  return {
    check,
    askForRepository: async (values: ConnectValues): Promise<void> => {
      const { defaultBranch, branches } = await askFor(accessOf(values));
      form.setValue('branch', defaultBranch ?? branches[0] ?? 'main');
    },
    askForBranch: async (values: ConnectValues): Promise<GitCheck> => {
      const branch = values.branch.trim();
      const isLookedAt = check?.branch === branch || check?.branches.includes(branch) !== true;
      return isLookedAt && check ? check : askFor({ ...accessOf(values), branch });
    },
  };
}

/**
 * The steps of a form, for a space and for a site: which is open, and why its request was refused.
 *
 * @param act sends the request of a step; returns the step that follows
 */
export function useFormSteps<Step>(
  form: ConnectForm,
  first: Step,
  act: (step: Step, values: ConnectValues) => Promise<Step>,
) {
  const [step, setStep] = useState(first);
  const [error, setError] = useState<ApiError | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const goTo = (target: Step) => {
    setError(null);
    setStep(() => target);
  };
  const next = async (values: ConnectValues) => {
    setError(null);
    await act(step, values).then(goTo, (failure: ApiError) => {
      setMarked(setFieldErrors(form, failure));
      setError(failure);
    });
  };
  return { step, error, marked, goTo, next };
}

/** Connects a space: each step asks the repository before the next one. */
export function useConnectWizard(spaceId: string, form: ConnectForm) {
  const path = { spaceId };
  const [preview, setPreview] = useState<{ of: string; result: GitPreview }>();
  const asked = useApiMutation(checkSpaceGitMutation(), { invalidates: [] });
  const previewed = useApiMutation(previewSpaceGitMutation(), { invalidates: [] });
  const connect = useApiMutation(connectSpaceGitMutation(), { invalidates: connectionQueries(spaceId) });
  const { check, askForRepository, askForBranch } = useCheck(form, (body) =>
    asked.mutateAsync({ path, body }),
  );
  const askForPreview = async (values: ConnectValues): Promise<void> => {
    const result = await previewed.mutateAsync({ path, body: toBody(values) });
    setPreview({ of: JSON.stringify(toBody(values)), result });
  };
  const actions: Record<ConnectStepName, (values: ConnectValues) => Promise<ConnectStepName>> = {
    async repository(values) {
      await askForRepository(values);
      return 'branch';
    },
    async branch(values) {
      const { books } = await askForBranch(values);
      form.setValue('directory', books[0]?.directory ?? '');
      return 'directory';
    },
    async directory(values) {
      const initial = check?.commit === undefined ? 'space' : 'repository';
      form.setValue('initial', initial);
      await askForPreview({ ...values, initial });
      return 'direction';
    },
    async direction(values) {
      // A direction that was not looked at yet is shown first.
      if (preview?.of !== JSON.stringify(toBody(values))) {
        await askForPreview(values);
        return 'direction';
      }
      const body = { ...toBody(values), acceptsConversion: values.acceptsConversion };
      await connect.mutateAsync({ path, body });
      toast('Repository connected');
      return 'direction';
    },
  };
  const steps = useFormSteps<ConnectStepName>(form, 'repository', (step, values) => actions[step](values));
  const isOfValues = preview?.of === JSON.stringify(toBody(form.watch()));
  return {
    ...steps,
    check,
    preview: isOfValues ? preview.result : undefined,
    isPending: asked.isPending || previewed.isPending || connect.isPending,
  };
}
