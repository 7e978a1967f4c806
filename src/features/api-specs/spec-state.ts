import type { ApiSpec } from '#src/api/generated/types.gen.ts';

/** Whether the server has not finished with a specification, so that it is worth asking again soon. */
export const isUnderWay = (spec: Pick<ApiSpec, 'processingState'> | undefined): boolean =>
  spec?.processingState === 'pending' || spec?.processingState === 'progress';
