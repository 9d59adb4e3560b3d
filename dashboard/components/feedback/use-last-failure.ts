import { useState } from 'react';

/** The reason why a list could not be loaded, also while the live updates ask for it again. */
export function useLastFailure(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return last;
}
