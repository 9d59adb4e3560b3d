import { useQuery } from '@tanstack/react-query';
import { taxNameIn } from '#contract/base/tax-name.ts';
import { queries } from '../../api/queries.ts';
import { words } from '../../words/words.ts';

/** The tax on sales as the guests of the restaurant's country call it, and as their checkout and receipt do. */
export function useTaxName(): string {
  const { data } = useQuery(queries.me());
  return words.ordering.taxNames[taxNameIn(data?.restaurant?.country ?? '')];
}
