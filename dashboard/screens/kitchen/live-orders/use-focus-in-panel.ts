import { type RefObject, useEffect, useRef } from 'react';
import type { Order } from '#contract/ordering/orders.ts';
import { focusHeading } from '../../../components/list/row-deletion.ts';

/**
 * A step takes its button away, and often the whole order. When the focus goes with them it goes on at the heading of the panel, or of
 * the page where there is no order any more: never at the next button, which a second Enter would press.
 */
export function useFocusInPanel(shown: Order | null): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    const remember = () => {
      wasInside.current = panel.current?.contains(document.activeElement) === true;
    };
    document.addEventListener('focusin', remember);
    // A tap beside takes the focus away without giving it to anything.
    document.addEventListener('pointerup', remember);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerup', remember);
    };
  }, []);
  const step = shown === null ? null : `${shown._id} ${shown.status} ${shown.seenAt}`;
  const stepBefore = useRef(step);
  useEffect(() => {
    if (stepBefore.current === step) return;
    stepBefore.current = step;
    if (!wasInside.current || document.activeElement !== document.body) return;
    const heading = panel.current?.querySelector<HTMLElement>('h2[tabindex]');
    if (heading) heading.focus({ preventScroll: true });
    else focusHeading();
  }, [step]);
  return panel;
}
