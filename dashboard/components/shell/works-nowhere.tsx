import Card from '@mui/material/Card';
import { words } from '../../words/words.ts';
import { Notice } from '../feedback/notice.tsx';

/** In place of what is about outlets, for who works at some of them alone, and all of these were deleted. */
export function WorksNowhere() {
  return (
    <Card>
      <Notice heading={words.outlets.outlets.nowhere} sentence={words.outlets.outlets.nowhereHint} action={null} />
    </Card>
  );
}
