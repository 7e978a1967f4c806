/** A visible character: no white space, no format character, no empty glyph. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows anything. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
