import type { FilmScript, ScriptScene } from '../../../schema/film-script.ts';
import type { MadeVideo } from '../../../schema/made-file.ts';
import { texts } from '../../texts/texts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { decimal } from './job-parts.ts';

const { script: words } = texts.job;

interface SceneRow {
  number: number;
  scene: ScriptScene;
  /** Time and layout of the scene in the finished film. */
  filmed: MadeVideo['scenes'][number] | undefined;
  shot: string | undefined;
}

/** The script of a film, with the times that its scenes have in the finished film. */
export function filmScript(view: View, script: FilmScript, video: MadeVideo | undefined): Html {
  const rows = script.scenes.map((scene, at): SceneRow => ({
    number: at + 1,
    scene,
    filmed: video?.scenes[at],
    shot: video?.shots[at],
  }));
  return html`<h3>${words.narrative}</h3>
    <p>${script.narrative}</p>
    ${table({
      caption: words.scene,
      columns: [
        { title: words.scene, cell: ({ number }: SceneRow) => number, isNumber: true },
        { title: words.time, cell: (row) => timeOf(view, row) },
        { title: words.role, cell: ({ scene }) => scene.role },
        { title: words.voiceover, cell: ({ scene }) => scene.voiceover },
        { title: words.onScreen, cell: ({ scene, filmed }) => filmed?.onScreenText ?? scene.on_screen_text },
        { title: words.visual, cell: ({ scene }) => scene.visual },
        { title: words.subject, cell: ({ scene }) => scene.subject },
        { title: words.shot, cell: ({ shot }) => shot },
      ],
      rows,
      empty: html``,
    })}`;
}

function timeOf(view: View, { scene, filmed }: SceneRow): string {
  if (filmed === undefined) return words.planned(decimal(view, scene.seconds));
  return words.seconds(decimal(view, filmed.startSeconds), decimal(view, filmed.endSeconds));
}
