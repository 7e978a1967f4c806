import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  checkSpaceGitMutation,
  connectSpaceGitMutation,
  previewSpaceGitMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { GitCheck, GitConnectionCreate, GitInitial, GitPreview } from '#api/generated/types.gen.ts';
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

/** What was asked of the repository so far. */
function useQuestions(spaceId: string) {
  const path = { spaceId };
  const [check, setCheck] = useState<GitCheck>();
  const [preview, setPreview] = useState<{ of: string; result: GitPreview }>();
  const asked = useApiMutation(checkSpaceGitMutation(), { invalidates: [] });
  const previewed = useApiMutation(previewSpaceGitMutation(), { invalidates: [] });
  return {
    check,
    preview,
    isPending: asked.isPending || previewed.isPending,
    askFor: async (values: ConnectValues, branch?: string): Promise<GitCheck> => {
      const body = { ...accessOf(values), ...(branch !== undefined && { branch }) };
      const result = await asked.mutateAsync({ path, body });
      setCheck(result);
      return result;
    },
    askForPreview: async (values: ConnectValues): Promise<void> => {
      const result = await previewed.mutateAsync({ path, body: toBody(values) });
      setPreview({ of: JSON.stringify(toBody(values)), result });
    },
  };
}

/** The request of each step; it returns the step that follows. */
function useSteps(spaceId: string, form: ConnectForm) {
  const { check, preview, askFor, askForPreview, isPending } = useQuestions(spaceId);
  const connect = useApiMutation(connectSpaceGitMutation(), { invalidates: connectionQueries(spaceId) });
  const actions: Record<ConnectStepName, (values: ConnectValues) => Promise<ConnectStepName>> = {
    async repository(values) {
      const { defaultBranch, branches } = await askFor(values);
      form.setValue('branch', defaultBranch ?? branches[0] ?? 'main');
      return 'branch';
    },
    async branch(values) {
      const branch = values.branch.trim();
      const isLookedAt = check?.branch === branch || check?.branches.includes(branch) !== true;
      const { books } = isLookedAt && check ? check : await askFor(values, branch);
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
      await connect.mutateAsync({ path: { spaceId }, body });
      toast('Repository connected');
      return 'direction';
    },
  };
  return { actions, check, preview, isPending: isPending || connect.isPending };
}

/** The steps of a form that connects a space: each asks the repository before the next one. */
export function useConnectWizard(spaceId: string, form: ConnectForm) {
  const [step, setStep] = useState<ConnectStepName>('repository');
  const [error, setError] = useState<ApiError | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const { actions, check, preview, isPending } = useSteps(spaceId, form);
  const goTo = (target: ConnectStepName) => {
    setError(null);
    setStep(target);
  };
  const next = async (values: ConnectValues) => {
    setError(null);
    await actions[step](values).then(goTo, (failure: ApiError) => {
      setMarked(setFieldErrors(form, failure));
      setError(failure);
    });
  };
  const isOfValues = preview?.of === JSON.stringify(toBody(form.watch()));
  return {
    step,
    check,
    preview: isOfValues ? preview.result : undefined,
    error,
    marked,
    isPending,
    goTo,
    next,
  };
}
