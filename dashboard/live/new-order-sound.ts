/**
 * The sound of a new order (M02). A browser plays nothing before somebody has touched the page, so the sound is locked until
 * the first click or key, and locks again, visibly, when the browser refuses. Silence is never a secret. The sound itself, two
 * struck bells twice, was computed for this product: 1.1 s, 16 kHz, 16 bits.
 */
import soundUrl from '../new-order.wav?url';

export type SoundState = 'locked' | 'on' | 'off';
/** `loud`: nobody has reacted for a while. */
export type Loudness = 'usual' | 'loud';

const volumes: Record<Loudness, number> = { usual: 0.7, loud: 1 };

/** Set while a person has switched the sound of this browser off. */
const mutedKey = 'soundOff';

let state: SoundState = 'locked';
let audio: HTMLAudioElement | undefined;
const listeners = new Set<() => void>();

export function soundState(): SoundState {
  return state;
}

export function onSoundChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Plays once and, if the browser does, lets new orders ring. Call it from a tap. */
export async function enableSound(): Promise<void> {
  localStorage.removeItem(mutedKey);
  if (await play('usual')) setState('on');
}

/**
 * Unlocks the sound, unheard, at the first click or key anywhere on the page; a browser that refuses is asked again at the next
 * one. Answers how to stop.
 */
export function unlockAtGestures(): () => void {
  const unlock = () => void unlockSound();
  // Before the page handles the event: a button that plays the sound plays it after this.
  for (const gesture of gestures) addEventListener(gesture, unlock, { capture: true });
  addEventListener('storage', followOtherTabs);
  return () => {
    removeEventListener('storage', followOtherTabs);
    for (const gesture of gestures) removeEventListener(gesture, unlock, { capture: true });
  };
}

const gestures = ['click', 'keydown'] as const;

/** The sound is switched for the whole browser. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== mutedKey || state === 'locked') return;
  stopRinging();
  setState(localStorage.getItem(mutedKey) === null ? 'on' : 'off');
}

async function unlockSound(): Promise<void> {
  if (state !== 'locked') return;
  const playing = play('usual');
  stopRinging();
  if (await playing) setState(localStorage.getItem(mutedKey) === null ? 'on' : 'off');
}

export function muteSound(): void {
  localStorage.setItem(mutedKey, 'true');
  stopRinging();
  setState('off');
}

/** Plays once, whatever the state. Answers whether the browser played it. */
export function testSound(): Promise<boolean> {
  return play('usual');
}

/** One ring. A loud one also where the sound was switched off. */
export function ring(loudness: Loudness): void {
  if (state === 'on' || (state === 'off' && loudness === 'loud')) void play(loudness);
}

export function stopRinging(): void {
  audio?.pause();
}

/** One element for good: iOS lets only an element that was once tapped play by itself later. */
async function play(loudness: Loudness): Promise<boolean> {
  audio ??= openSound();
  // A file that could not be fetched is not fetched again by itself.
  if (audio.error !== null) audio.load();
  audio.volume = volumes[loudness];
  audio.currentTime = 0;
  try {
    await audio.play();
    return true;
  } catch (error) {
    // A pause that comes while it starts is no refusal.
    if (error instanceof DOMException && error.name === 'AbortError') return hasLoaded(audio);
    setState('locked');
    return false;
  }
}

/** A file that does not come plays nothing: the sound is as good as locked, whatever the browser allows. */
function openSound(): HTMLAudioElement {
  const opened = new Audio(soundUrl);
  opened.addEventListener('error', () => setState('locked'));
  return opened;
}

/** Whether the file comes; as long as nobody knows, there is no answer. */
function hasLoaded(loading: HTMLAudioElement): Promise<boolean> | boolean {
  if (loading.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return true;
  return new Promise((answer) => {
    loading.addEventListener('canplay', () => answer(true), { once: true });
    loading.addEventListener('error', () => answer(false), { once: true });
  });
}

function setState(next: SoundState): void {
  state = next;
  for (const listener of listeners) listener();
}
