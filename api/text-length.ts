import type * as z from 'zod';

/**
 * Checks the length of a text in code points, as the contract and the server count. The generated schemas use it
 * instead of zod's own check, which counts UTF-16 units.
 */
/* @__NO_SIDE_EFFECTS__ */
export function textLength(minimum: number, maximum: number): z.core.CheckFn<string> {
  return (context) => {
    const length = [...context.value].length;
    const issue = { origin: 'string', inclusive: true, input: context.value } as const;
    if (length < minimum) context.issues.push({ ...issue, code: 'too_small', minimum });
    if (length > maximum) context.issues.push({ ...issue, code: 'too_big', maximum });
  };
}
