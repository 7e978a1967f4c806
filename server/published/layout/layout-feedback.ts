import { attribute, html, isLinkTarget, type Renderable } from '#server/base/markup.ts';
import type { LayoutContext } from './layout-parts.ts';

/** The segment, below a site, that the form is sent to. */
export const FEEDBACK = '~feedback';
/** Longer ones are refused; a character counts as browsers count it. */
export const MAX_SENTENCE_LENGTH = 1000;
/** The answer leads back to the page, to this part of it, which is shown while the address names it. */
export const THANKS = '~thanks';

/**
 * The form that asks if the page was helpful. What else can be said is shown once one of both is chosen. That it was sent is
 * said by the fragment of the address: the page stays the same for everybody, and no cookie is needed.
 */
export function layoutFeedback({ view: { feedback }, messages }: LayoutContext): Renderable {
  if (!feedback) return false;
  const choice = (value: string, label: string) =>
    html`<label><input type="radio" name="helpful" value="${value}" required />${label}</label>`;
  return html`<p class="thanks" id="${THANKS}" role="status" tabindex="-1">${messages.feedbackThanks}</p>
    <form
      class="feedback"
      method="post"
      autocomplete="off"
      ${attribute('action', isLinkTarget(feedback.url) && feedback.url)}
    >
      <input type="hidden" name="path" value="${feedback.path}" />
      <fieldset>
        <legend>${messages.feedback}</legend>
        ${choice('yes', messages.feedbackYes)} ${choice('no', messages.feedbackNo)}
      </fieldset>
      <div>
        <label for="~sentence">${messages.feedbackSentence}</label>
        <textarea
          id="~sentence"
          name="sentence"
          rows="3"
          dir="auto"
          maxlength="${MAX_SENTENCE_LENGTH}"
          aria-describedby="~stored"
        ></textarea>
        <p id="~stored">${messages.feedbackStored}</p>
        <button>${messages.feedbackSend}</button>
      </div>
    </form>`;
}
