/** Whether the answer to the present question is still on its way: what is shown meanwhile answers an earlier one. */
export const isAwaitingResponse = (query: { isPending: boolean; isPlaceholderData: boolean }): boolean =>
  query.isPending || query.isPlaceholderData;
