import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { Hint } from '../../components/feedback/hint.tsx';
import { dayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

const text = words.platform.admin.engine;

/** Tells the version of the database engine, how old it is, and whether newer ones have come out since. */
export function EngineAge() {
  const { data: engine } = useQuery(queries.installation());
  if (engine === undefined) return null;
  const { version, releasedOn, releasesMissed } = engine;
  if (releasedOn === null || releasesMissed === null) return <Hint>{text.unknown({ version })}</Hint>;
  const released = text.released({ version, day: dayText(releasedOn) });
  return <Hint>{releasesMissed === 0 ? released : text.missed({ released, count: releasesMissed })}</Hint>;
}
