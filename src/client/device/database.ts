const database = 'chatd';
const table = 'kept';

/** Does something with what this browser stores for all pages. Throws where it stores nothing. */
export async function perform<Answer>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<Answer> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const opened = await answerOf<IDBDatabase>(opening);
  try {
    return await answerOf<Answer>(act(opened.transaction(table, mode).objectStore(table)));
  } finally {
    opened.close();
  }
}

function answerOf<Answer>(request: IDBRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Answer);
    request.onerror = () => reject(request.error);
  });
}
