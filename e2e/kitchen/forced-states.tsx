import type { ReactNode } from 'react';

/** Applies what stylesheets say about hover and focus also to elements that `Forced` marks. */
export function installForcedStates(): void {
  const rules = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => !(rule instanceof CSSImportRule || rule instanceof CSSFontFaceRule))
    .map(({ cssText }) =>
      cssText
        .replaceAll(':hover', ':is(:hover, [data-hover])')
        .replaceAll(':focus-visible', ':is(:focus-visible, [data-focus])'),
    );
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets.push(sheet);
}

interface ForcedProps {
  state: 'hover' | 'focus';
  /** Selects what is in that state; default: what stands directly inside. */
  of?: string;
  children: ReactNode;
}

/** Shows elements as if the pointer, or the focus of the keyboard, were on them. */
export function Forced({ state, of = ':scope > *', children }: ForcedProps) {
  const mark = (around: HTMLElement | null) => {
    for (const element of around?.querySelectorAll(of) ?? []) element.setAttribute(`data-${state}`, '');
  };
  return (
    <div ref={mark} className="contents">
      {children}
    </div>
  );
}
