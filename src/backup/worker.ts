// The thread that copies a database: SQLite keeps it for seconds per gigabyte.
import { copyDatabase } from '../db/copy.ts';
import { answerQuestions } from '../ground/thread-answers.ts';
import { type CopyFacts, readCopy } from './copy-facts.ts';

export interface CopyTask {
  database: string;
  copy: string;
  nativeBinding: string | undefined;
}

answerQuestions(({ database, copy, nativeBinding }: CopyTask): CopyFacts => {
  copyDatabase(database, copy, nativeBinding);
  return readCopy(copy, nativeBinding);
});
