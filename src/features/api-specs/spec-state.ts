/** Whether the server has not finished with a specification, so that it is worth asking again soon. */
export const isProcessing = (spec: { processingState: string } | undefined): boolean =>
  spec?.processingState === 'pending' || spec?.processingState === 'progress';
