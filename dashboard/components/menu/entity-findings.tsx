import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { Finding } from '#contract/menu/menu-check.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { findingPath, findingText } from './finding-text.ts';

const text = words.menu.check;

interface EntityFindingsProps {
  /** Id of the checked entity. */
  id: string;
  /** Findings that the page shows itself, at the field where they are fixed. */
  isSaidBelow?: (finding: Finding) => boolean;
}

/** On the page of a record: what the menu check says about it, with the way to where it is mended unless that is here. */
export function EntityFindings({ id, isSaidBelow = () => false }: EntityFindingsProps) {
  const { data = [] } = useQuery(queries.menuCheck());
  const findings = data.filter((finding) => finding.subject.id === id && !isSaidBelow(finding));
  if (findings.length === 0) return null;
  const isBlocking = findings.some(({ severity }) => severity === 'blocks');
  return (
    <Alert
      severity={isBlocking ? 'error' : 'warning'}
      role="note"
      sx={{
        // The icon stands in the middle of the first line, whose button is higher than its text.
        '& .MuiAlert-icon': { alignSelf: 'flex-start', py: 0, minHeight: 'var(--control)', alignItems: 'center' },
        '& .MuiAlert-message': { flex: 1, minWidth: 0, py: 0 },
      }}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {findings.map((finding) => (
          <FindingLine
            key={`${finding.code} ${finding.outlet?._id ?? ''} ${finding.language ?? ''}`}
            finding={finding}
          />
        ))}
      </Box>
    </Alert>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const { pathname } = useLocation();
  const sentence = findingText(finding);
  const path = findingPath(finding);
  return (
    <Box
      component="li"
      sx={{ minHeight: 'var(--control)', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}
    >
      <Typography variant="body2" sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {sentence}
      </Typography>
      {!path.startsWith(pathname) && (
        <Button variant="outlined" color="inherit" component={Link} to={path} aria-label={text.fixOf({ sentence })}>
          {text.fix}
        </Button>
      )}
    </Box>
  );
}
