/** Where this browser keeps that the person chose the plain text field. */
export const plainFieldKey = 'plain-text-field';

/** Where this browser keeps that the person chose the visual view, or the source. */
export const visualViewKey = 'visual-view';
