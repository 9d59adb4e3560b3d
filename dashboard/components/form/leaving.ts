/** Leaving by other ways than an address, such as a log-out: the router's blocker hears of these only when the page is gone. */
interface Guard {
  hasUnsaved: () => boolean;
  /** Asks the person, and goes if they say so. */
  ask: (go: () => void) => void;
}

const guards = new Set<Guard>();

/** Has a form asked about before somebody leaves. Answers how to stop. */
export function guardLeaving(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether the page has work that leaving would lose. */
export function hasUnsavedWork(): boolean {
  return [...guards].some(({ hasUnsaved }) => hasUnsaved());
}

/** Goes, once whoever has unsaved work on the page says that it may be lost (M16). */
export function leave(go: () => void): void {
  const guard = [...guards].find(({ hasUnsaved }) => hasUnsaved());
  if (guard === undefined) go();
  else guard.ask(go);
}
