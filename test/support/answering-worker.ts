// A thread that answers with itself, breaks or hangs.
import { threadId } from 'node:worker_threads';
import { answerQuestions } from '../../src/ground/thread-answers.ts';

answerQuestions((question: string) => {
  if (question === 'break') throw new Error('broken');
  return question === 'hang' ? new Promise<string>(() => {}) : `${question} ${threadId}`;
});
