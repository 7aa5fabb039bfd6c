const barWidth = 40;

/** Draws a bar on a terminal while `work` reports its progress; elsewhere, and for programs, nothing. */
export async function withProgressBar<Result>(
  isForProgram: boolean,
  work: (onProgress: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  if (isForProgram || !process.stderr.isTTY) return work(() => {});
  let drawn = -1;
  try {
    return await work((done, total) => {
      const percent = Math.min(100, Math.floor((100 * done) / Math.max(1, total)));
      if (percent === drawn) return;
      drawn = percent;
      const bar = '█'.repeat(Math.round((percent * barWidth) / 100)).padEnd(barWidth, '░');
      process.stderr.write(`\r${bar} ${percent} %`);
    });
  } finally {
    if (drawn >= 0) process.stderr.write('\n');
  }
}
