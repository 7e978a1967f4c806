/** Whether the server is still processing a specification. */
export const isProcessing = (spec: { processingState: string } | undefined): boolean =>
  spec?.processingState === 'pending' || spec?.processingState === 'progress';
