import { create, createIcon, setCookie, text } from './texts.ts';

/**
 * Lets visitors close the announcement. The server leaves a closed one out; a page that the browser has kept, or asked for
 * ahead, may still have it.
 */
export function closeAnnouncement(): void {
  const announcement = document.querySelector<HTMLElement>('.announcement');
  const id = announcement?.dataset.id;
  if (!announcement || id === undefined) return;
  const removeClosed = (): void => {
    if (document.cookie.includes(`reader-closed=${id}`)) announcement.remove();
  };
  const button = create(
    'button',
    { type: 'button', 'aria-label': text('close') },
    createIcon({ d: 'M6 6l12 12M18 6L6 18' }),
  );
  button.addEventListener('click', () => {
    setCookie('reader-closed', id);
    announcement.remove();
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  announcement.append(button);
  removeClosed();
  addEventListener('pageshow', removeClosed);
  document.addEventListener('prerenderingchange', removeClosed);
}
