import { isEndPhase } from '../../../domain/terminal.ts';
import { texts } from '../../texts/texts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { madeFilm } from './film.ts';
import type { JobData } from './job-data.ts';
import { nothing, partUnavailable } from './job-parts.ts';
import { madePicture } from './picture.ts';

const { result: words, parts } = texts.job;

/** The pictures and the film of a job. */
export function jobResult(view: View, data: JobData): Html {
  const { job, made, files } = data;
  if (files === 'unavailable') return partUnavailable(parts.files);
  const pictures = (made?.pictures ?? []).map((picture) => madePicture(view, job.jobId, picture));
  const film = made?.video && madeFilm(view, data, made.video);
  if (pictures.length > 0 || film !== undefined) return html`${pictures}${film}`;
  if (job.phase === 'SUCCESS') return nothing(words.gone, words.goneAdvice);
  return isEndPhase(job.phase) ? nothing(words.none, words.noneFailed) : nothing(words.noneRunning, '');
}
