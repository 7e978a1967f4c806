/** A text that a new page begins with. */
export interface ShippedTemplate {
  title: string;
  /** What it is for. */
  description: string;
  markdown: string;
}

/** Offered in every space, at every server. */
export const shippedTemplates: readonly ShippedTemplate[] = [
  {
    title: 'How-to guide',
    description: 'Steps that lead to one goal',
    markdown: `Say in one sentence what readers have done at the end, and when they need it.

## Before you start

- What has to be there: an account, a permission, a file.
- How long it takes.

{% stepper %}
{% step %}
### Name the first action

Say what to do, then what is seen when it worked.
{% endstep %}

{% step %}
### Name the second action

One action in each step.
{% endstep %}
{% endstepper %}

## Check the result

How readers can tell that it worked.

## Next steps

- A page that goes on from here.
`,
  },
  {
    title: 'Reference',
    description: 'Facts to look up: settings, commands, fields',
    markdown: `Say in one sentence what is described here, and for which versions.

## Settings

| Name | Type | Default | What it does |
| --- | --- | --- | --- |
| \`name\` | text | none | What changes with it. |
| \`limit\` | number | 100 | What happens above it. |

## Example

\`\`\`
A complete example that can be copied
\`\`\`

## Errors

| Message | Meaning | What to do |
| --- | --- | --- |
| The message as it is shown | Why it appears | The way out |
`,
  },
  {
    title: 'Release notes',
    description: 'What is new, better and gone in a version',
    markdown: `{% hint style="info" %}
Say in one sentence whom this version concerns, and what to do before it is installed.
{% endhint %}

## New

- What people can do now, with a link to its page.

## Better

- What is faster or easier than before.

## Fixed

- What went wrong, and when.

## Removed

- What is gone, and what takes its place.
`,
  },
  {
    title: 'Troubleshooting',
    description: 'From what readers see to what they can do',
    markdown: `Say in one sentence which part of the product this is about.

## The message or sign that readers see

**Cause:** why it happens, in one sentence.

**Solution:**

1. What to do first.
2. What to do next.
3. How to check that it is gone.

## Another message or sign

**Cause:** why it happens, in one sentence.

**Solution:**

1. What to do.

{% hint style="warning" %}
If nothing helps: what to send to support, and where to find it.
{% endhint %}
`,
  },
  {
    title: 'Decision',
    description: 'What was decided, why, and what else there was',
    markdown: `| State | Date | Decided by |
| --- | --- | --- |
| Proposed | | |

## Context

What made a decision necessary.

## Decision

What is done from now on, in one or two sentences.

## Consequences

- What becomes easier.
- What becomes harder.

## Alternatives

- What else was possible, and why it was not chosen.
`,
  },
];
