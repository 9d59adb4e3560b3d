import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { OwnDomain } from '#contract/restaurants/own-domain.ts';
import { Hint } from '../../../components/feedback/hint.tsx';
import { twoColumns } from '../../../components/form/two-columns.ts';
import { copyText } from '../../../components/feedback/copy-text.ts';
import { words } from '../../../words/words.ts';

const text = words.restaurants.ownDomain;
type DomainRecord = OwnDomain['proof'];

/** The records to set, each with its parts to copy. */
export function DomainRecords({ ownDomain: { alias, insteadOfAlias, proof, state } }: { ownDomain: OwnDomain }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, inlineSize: '100%' }}>
      <Hint>{state === 'seen' ? text.recordsSeen : text.recordsHint}</Hint>
      <Record record={alias} />
      <Record record={proof} />
      {insteadOfAlias.length > 0 && (
        <>
          <Hint>{text.insteadOfAlias}</Hint>
          {insteadOfAlias.map((record) => (
            <Record key={record.value} record={record} />
          ))}
        </>
      )}
    </Box>
  );
}

function Record({ record: { type, name, value } }: { record: DomainRecord }) {
  return (
    <Box
      component="fieldset"
      aria-label={text.record({ type, name })}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        p: 1,
        m: 0,
        minInlineSize: 0,
        display: 'grid',
        gap: 0.5,
        columnGap: 2,
        gridTemplateColumns: twoColumns('14rem'),
        alignItems: 'center',
      }}
    >
      <Typography sx={{ gridColumn: '1 / -1', fontWeight: 600 }}>{type}</Typography>
      <Part label={text.recordName} value={name} />
      <Part label={text.recordValue} value={value} />
    </Box>
  );
}

function Part({ label, value }: { label: string; value: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minWidth: 0 }}>
      <Box sx={{ minWidth: 0 }}>
        <Hint>{label}</Hint>
        {/* A break at a hyphen would read like one that belongs to no name. */}
        <Typography sx={{ wordBreak: 'break-all' }}>
          <bdi dir="ltr">{value}</bdi>
        </Typography>
      </Box>
      <IconButton aria-label={text.copy({ value })} onClick={() => void copyText(value, text)}>
        <ContentCopy />
      </IconButton>
    </Box>
  );
}
