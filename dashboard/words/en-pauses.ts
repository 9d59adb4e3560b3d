/** Words about a pause that ends by itself. */
import type { PauseLength } from '#contract/base/enumerations.ts';

const lengths: Record<PauseLength, string> = {
  '15-minutes': '15 minutes',
  '30-minutes': '30 minutes',
  '60-minutes': '60 minutes',
  'next-opening': 'Until the next opening',
  'until-resumed': 'Until I resume',
};

export const pauseUntil = {
  pause: 'Pause',
  change: 'Change pause',
  lengths,
  /** What a screen reader calls the buttons. */
  pauseName: (action: string, outlet: string, mode: string) => `${action} ${outlet}, ${mode}`,
  resume: 'Resume now',
  resumes: (time: string, left: string) => `Resumes ${time}, ${left}`,
  inMinutes: (minutes: number) => `in ${minutes} min`,
  inHours: (hours: number, minutes: number) => (minutes === 0 ? `in ${hours} h` : `in ${hours} h ${minutes} min`),
  inDays: (days: number) => (days === 1 ? 'in 1 day' : `in ${days} days`),
  onDay: (day: string, time: string) => `${day} ${time}`,
  /** In the band on every page. */
  placeUntil: (place: string, time: string) => `${place} until ${time}`,
  /** Of an outlet, in the list of them. */
  until: (time: string) => `Paused until ${time}`,
};
