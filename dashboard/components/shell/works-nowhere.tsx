import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { words } from '../../words/words.ts';
import { Notice } from '../feedback/notice.tsx';
import { useIsLimited } from './restaurant.tsx';

/** True for who works at some outlets alone, all of which were deleted; false until the outlets are known. */
export function useWorksNowhere(): boolean {
  const isLimited = useIsLimited();
  const { data } = useQuery(queries.outlets());
  return isLimited && data?.length === 0;
}

/** In place of what is about outlets, for who works at some of them alone, and all of these were deleted. */
export function WorksNowhere() {
  return (
    <Card>
      <Notice heading={words.outlets.outlets.nowhere} sentence={words.outlets.outlets.nowhereHint} action={null} />
    </Card>
  );
}
