/** Whether the server has not finished with a specification, so that it is worth asking again soon. */
export const isUnderWay = (spec: { processingState: string } | undefined): boolean =>
  spec?.processingState === 'pending' || spec?.processingState === 'progress';
