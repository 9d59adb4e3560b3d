/** The outboxes of this process: one, except in tests with several databases. */
const sleepers = new Set<() => void>();

/** Wakes this process's outbox. Without an open one, the elected server finds the job within a second. */
export function wakeOutbox(): void {
  for (const sleeper of sleepers) sleeper();
}

export function onWakeOutbox(sleeper: () => void): () => void {
  sleepers.add(sleeper);
  return () => sleepers.delete(sleeper);
}
