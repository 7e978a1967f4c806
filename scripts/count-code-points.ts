const lengthChecks = /z\.string\(\)((?:\.(?:min|max)\(\d+\))+)/g;

// The limits of the contract count code points, as the server does; zod counts UTF-16 units, so that an
// emoji would use up two or more of them.
const textLength = `
/** Checks the length of a text in code points. */
/* @__NO_SIDE_EFFECTS__ */
function textLength(minimum: number, maximum: number): z.core.CheckFn<string> {
    return (context) => {
        const length = [...context.value].length;
        const issue = { origin: 'string', inclusive: true, input: context.value } as const;
        if (length < minimum) context.issues.push({ ...issue, code: 'too_small', minimum });
        if (length > maximum) context.issues.push({ ...issue, code: 'too_big', maximum });
    };
}
`;

function limit(checks: string, name: 'min' | 'max'): string | undefined {
  return new RegExp(`\\.${name}\\((\\d+)\\)`).exec(checks)?.[1];
}

/**
 * Makes generated zod schemas count the length of texts in code points.
 *
 * @param source the generated module
 * @returns the module with `z.string().check(textLength(min, max))` in place of `z.string().min(min).max(max)`
 * @throws when the module is not of the expected shape
 */
export function countCodePoints(source: string): string {
  const anchor = "import * as z from 'zod';\n";
  if (!source.includes(anchor)) throw new Error('The generated zod schemas import zod in another way.');
  return source
    .replace(
      lengthChecks,
      (_, checks: string) =>
        `z.string().check(textLength(${limit(checks, 'min') ?? 0}, ${limit(checks, 'max') ?? 'Infinity'}))`,
    )
    .replace(anchor, `${anchor}${textLength}`);
}
