import type { Dispatcher } from 'undici';

export interface WholeAnswer {
  statusCode: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/**
 * Sends a request and returns the complete response. Uses `dispatch` of undici to save memory. Responses of undici's
 * `request` would survive short garbage collections, so the heap would grow until a full collection.
 */
export function wholeAnswer(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  return new Promise<WholeAnswer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let head: Pick<WholeAnswer, 'statusCode' | 'headers'> = { statusCode: 0, headers: {} };
    let stop: (() => void) | undefined;
    const onAbort = (): void => {
      reject(reasonOf(signal));
      stop?.();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    dispatcher.dispatch(options, {
      onRequestStart: (controller) => {
        stop = () => {
          controller.abort(reasonOf(signal));
        };
        if (signal.aborted) stop();
      },
      onResponseStart: (_, statusCode, headers) => {
        head = { statusCode, headers };
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        signal.removeEventListener('abort', onAbort);
        resolve({ ...head, text: Buffer.concat(chunks).toString() });
      },
      onResponseError: (_, error) => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    });
  });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('The request was aborted.');
}
