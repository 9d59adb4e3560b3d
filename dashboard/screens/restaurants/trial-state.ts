const DAY = 24 * 60 * 60_000;

/** How the trial stands; a day that has begun counts as one that is left. */
export function trialState(endsAt: string, now: Date): { isOver: boolean; daysLeft: number } {
  const left = new Date(endsAt).getTime() - now.getTime();
  return { isOver: left <= 0, daysLeft: Math.max(0, Math.ceil(left / DAY)) };
}
