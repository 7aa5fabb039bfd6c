import type { Call } from '../../api/types.ts';
import { type Apply, byOp, changes, type Fold, nothing, without } from './model.ts';

const put: Apply<{ call: Call }> = ({ state }, { call }) => {
  state.calls = [...without(state.calls ?? [], call.id, 'id'), call].sort((a, b) => a.id - b.id);
};

const remove: Apply<{ call_id: number }> = ({ state }, { call_id }) => {
  state.calls = without(state.calls ?? [], call_id, 'id');
};

/** Events of calls, by type. Signals and reactions only concern the members. */
export const calls: Fold = {
  call: changes('calls', byOp({ add: put, update: put, remove })),
  call_signal: nothing,
  call_reaction: nothing,
};
