/** Browsers open few connections to a server, of which some must be left for everything else. */
const most = 3;

const waiting: (() => void)[] = [];
let running = 0;

/** Runs an act once less than three others run. */
export async function inTurn(act: () => Promise<void>): Promise<void> {
  if (running >= most) await new Promise<void>((go) => waiting.push(go));
  running += 1;
  try {
    await act();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
