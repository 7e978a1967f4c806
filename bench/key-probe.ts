/** Runs inside the page. Functions may use only parameters and the page's globals, as in `page-probe.ts`. */

declare global {
  interface Window {
    /** For each key press: the time in ms from the key until the frame that follows it is painted. */
    benchKeys: number[];
  }
}

/** Installed before any script of the page. */
export function installKeyProbe(): void {
  window.benchKeys = [];
  const onKey = ({ timeStamp }: KeyboardEvent): void => {
    // A frame is painted after its callbacks and before the next message.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        window.benchKeys.push(performance.now() - timeStamp);
      });
      port1.start();
      port2.postMessage(undefined);
    });
  };
  window.addEventListener('keydown', onKey, { capture: true });
}
