import type { ModelAnswer } from './model-process.ts';

/** Answers a message of the parent process with the result of the model, or with the reason of its failure. */
export function answerWith(result: Promise<unknown>): void {
  const answer = (message: ModelAnswer<unknown>): unknown => process.send?.(message);
  result.then(
    (done) => answer({ kind: 'done', result: done }),
    (error: unknown) => answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
}

/** Ends this process when its parent ends, even while a model is loading. */
export function endWithParent(): void {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
