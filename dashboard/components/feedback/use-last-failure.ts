import { useState } from 'react';

/** Why a list did not come, also while the feed asks for it again by itself. */
export function useLastFailure(error: Error | null): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return last;
}
