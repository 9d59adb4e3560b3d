import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ChangedLine, lineChanges } from '#contract/ordering/changed-lines.ts';
import type { ChangedFacts } from '#contract/ordering/order-change.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { dotList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';
import { amountText } from './amount.ts';
import { optionTexts } from './option-texts.ts';
import { outletTime } from './outlet-time.ts';
import { readName } from './read-name.ts';

const text = words.ordering.change;

/** The lines that a change touches, before and after, and what it does to the total. */
export function ChangeSummary({
  before,
  after,
  currency,
  timeZone,
}: {
  before: ChangedFacts;
  after: ChangedFacts;
  currency: string;
  timeZone: string;
}) {
  return (
    <>
      <Box component="ul" aria-label={text.lines} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {lineChanges({ before, after }).map((line) => (
          <li key={(line.after ?? line.before)!.lineNumber}>
            <Lines line={line} />
          </li>
        ))}
      </Box>
      {after.promisedAt !== null && after.promisedAt !== before.promisedAt && (
        <Typography>{text.newTime({ time: outletTime(after.promisedAt, timeZone) })}</Typography>
      )}
      <Typography sx={{ fontWeight: 600 }}>
        {text.total({ before: amountText(before.totalPrice, currency), after: amountText(after.totalPrice, currency) })}
      </Typography>
    </>
  );
}

function Lines({ line: { before, after } }: { line: ChangedLine }) {
  return (
    <>
      {before !== null && (
        <Typography
          component="del"
          color="textSecondary"
          dir="auto"
          sx={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {dishText(before)}
        </Typography>
      )}
      {after !== null && (
        <Typography
          component="ins"
          dir="auto"
          sx={{ display: 'block', overflowWrap: 'anywhere', textDecoration: 'none', fontWeight: 600 }}
        >
          {dishText(after)}
        </Typography>
      )}
    </>
  );
}

function dishText(line: OrderLine): string {
  return dotList([text.dish({ quantity: line.quantity, name: readName(line) }), ...optionTexts(line.options)]);
}
