/** Whether the response for the current input is pending; until then the previous data is shown. */
export const isAwaitingResponse = (query: { isPending: boolean; isPlaceholderData: boolean }): boolean =>
  query.isPending || query.isPlaceholderData;
