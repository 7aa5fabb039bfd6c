import { CompletionList } from '../parts/completion-list.tsx';
import { Icon } from '../parts/icon.tsx';
import type { SearchOption } from './search-options.ts';

export interface SearchListProps {
  options: readonly SearchOption[];
  active: number;
  onChoose: (index: number) => void;
}

/** What the field for searches offers. */
export function SearchList(props: SearchListProps) {
  return <CompletionList {...props} Before={Sign} Label={Pieces} />;
}

function Sign({ option: { icon } }: { option: SearchOption }) {
  return icon ? <Icon name={icon} /> : null;
}

function Pieces({ option: { label, pieces } }: { option: SearchOption }) {
  return pieces ? pieces.map(({ text, isHit }) => (isHit ? <mark>{text}</mark> : text)) : label;
}
