/** The dialogs about a change request; which one is open stands in the address as `ask`. */
export const dialogNames = ['review', 'reviewers'] as const;

/** One of these dialogs. */
export type DialogName = (typeof dialogNames)[number];
