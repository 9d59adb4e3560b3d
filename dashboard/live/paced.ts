/**
 * A function that runs at once and then at most every `pause` milliseconds. A call in between is not lost: it runs when the
 * pause is over, once for all of them.
 */
export function paced(run: () => void, pause: number): () => void {
  let isPausing = false;
  let isWanted = false;
  const start = () => {
    isPausing = true;
    isWanted = false;
    setTimeout(() => {
      isPausing = false;
      if (isWanted) start();
    }, pause);
    run();
  };
  return () => {
    if (isPausing) isWanted = true;
    else start();
  };
}
