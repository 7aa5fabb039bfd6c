const reserve = 200;

/**
 * The number of simultaneous connections: the process's limit of open files, minus a reserve for the database, uploads
 * and outgoing requests.
 */
export function connectionLimit(): number {
  // Collecting the state of the network takes long.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as unknown as { userLimits?: Limits };
  const most = Number(userLimits?.open_files?.soft ?? Number.POSITIVE_INFINITY);
  // Without a limit, the report contains a word here.
  if (Number.isNaN(most)) return Number.POSITIVE_INFINITY;
  return Math.floor(Math.max(most / 2, (most - reserve) / 1.1));
}

interface Limits {
  open_files?: { soft: number | string };
}
