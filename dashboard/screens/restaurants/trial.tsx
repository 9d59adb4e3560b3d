import Typography from '@mui/material/Typography';
import { useNow } from '../../components/live/use-now.ts';
import { Section } from '../../components/shell/section.tsx';
import { deviceDayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { trialState } from './trial-state.ts';

const text = words.accounts.account;

const MINUTE = 60_000;

/** Says what happens at its end, so that nobody has to fear it (ON-03). Nothing where there is no trial. */
export function Trial({ endsAt }: { endsAt: string | null }) {
  const now = useNow(MINUTE);
  if (endsAt === null) return null;
  const trial = trialState(endsAt, now);
  const date = deviceDayText(endsAt);
  return (
    <Section heading={text.trial}>
      <div>
        <Typography sx={{ fontWeight: 600 }}>
          {trial.isOver ? text.trialOver({ since: date }) : text.trialLeft({ days: trial.daysLeft, until: date })}
        </Typography>
        <Typography color="textSecondary">{trial.isOver ? text.trialEnded : text.trialEnd}</Typography>
      </div>
    </Section>
  );
}
