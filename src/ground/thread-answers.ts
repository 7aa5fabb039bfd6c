// The thread's side of OnDemandThread. It imports nothing that a thread should not load.
import { parentPort } from 'node:worker_threads';

/** A question to a thread. */
export interface Asked<Question> {
  id: number;
  question: Question;
}

/** The answer to the question with the same id. */
export interface Answered<Answer> {
  id: number;
  answer: Answer;
}

/** Answers the questions to this thread. An error of `answer` ends the thread. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async ({ id, question }: Asked<Question>) => {
    parentPort?.postMessage({ id, answer: await answer(question) } satisfies Answered<Answer>);
  });
}
