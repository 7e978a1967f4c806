import { useEffect, useState } from 'react';

/** Whether an element takes typed text. */
export const isTextField = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable=""], [contenteditable="true"]') ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(element.type));

const pauseMs = 1000;

/** The focused element, also where it stands in a shadow root. */
function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** Turns true after a pause in typing: an element that takes the focus earlier would take the next letters. */
export function useTypingPause(): boolean {
  const [isPaused, setPaused] = useState(() => {
    const focused = focusedElement();
    return !focused || !isTextField(focused);
  });
  useEffect(() => {
    if (isPaused) return undefined;
    const end = () => setPaused(true);
    let timer = setTimeout(end, pauseMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(end, pauseMs);
    };
    document.addEventListener('keydown', restart, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', restart, true);
    };
  }, [isPaused]);
  return isPaused;
}
