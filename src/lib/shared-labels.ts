/** Texts that several features share word for word. A text of one noun is in its `labels.ts`, any other where it is shown. */

export const pageLockedMessage = 'Editable through change requests only.';
export const trustsVerifiedDomainsLabel = 'Addresses in verified domains count';
