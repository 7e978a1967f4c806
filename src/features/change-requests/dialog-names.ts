/** Dialogs of a change request. The URL parameter `dialog` says which one is open. */
export const dialogNames = ['review', 'reviewers'] as const;

/** One of these dialogs. */
export type DialogName = (typeof dialogNames)[number];
