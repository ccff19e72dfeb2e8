/** One film on the page, in all its sizes. Paths are relative to the page. */
export interface PageFilm {
  name: string;
  /** Facts about the film, such as its tone and language. */
  facts: string;
  video: string;
  poster: string;
  waveform: string;
  /** Contact sheets by aspect ratio. */
  sheets: { ratio: string; path: string; shots: string }[];
  /** Quality checks that failed. */
  failed: string[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns an HTML page with all films: the film itself, the waveform of its sound, and a contact sheet of each size. */
export function filmPage(films: readonly PageFilm[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Films of the gallery</title>
<style>${style}</style>
<h1>Films of the gallery</h1>
<p>${films.length} films. A contact sheet has a frame each half second and the last frame. Every film has music here; captions are on the sheets of films with a voice.</p>
<nav>${films.map(({ name }) => `<a href="#${escaped(name)}">${escaped(name)}</a>`).join('\n')}</nav>
${films.map(section).join('\n')}
</html>
`;
}

const section = ({ name, facts, video, poster, waveform, sheets, failed }: PageFilm): string => `
<section id="${escaped(name)}">
<h2>${escaped(name)}</h2>
<p>${escaped(facts)}</p>
${failed.length === 0 ? '' : `<p class="failed">Failed: ${escaped(failed.join(', '))}</p>`}
<div class="film">
<video controls preload="none" poster="${escaped(poster)}" src="${escaped(video)}"></video>
<img class="waveform" loading="lazy" alt="Waveform of the sound" src="${escaped(waveform)}">
</div>
${sheets.map(sheet).join('\n')}
</section>`;

const sheet = ({ ratio, path, shots }: PageFilm['sheets'][number]): string =>
  `<figure><figcaption>${escaped(ratio)}: ${escaped(shots)}</figcaption><a href="${escaped(path)}"><img loading="lazy" alt="Contact sheet, ${escaped(ratio)}" src="${escaped(path)}"></a></figure>`;

const style = `
body { margin: 0 auto; padding: 1rem; max-width: 80rem; font: 16px/1.5 system-ui, sans-serif; color: #222; background: #f4f4f2; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 1rem 0; }
section { margin: 2rem 0; padding: 1rem; border-radius: 0.5rem; background: #fff; }
h1, h2 { margin: 0 0 0.25rem; line-height: 1.2; }
p { margin: 0 0 0.75rem; }
.failed { color: #a00; }
.film { display: grid; grid-template-columns: minmax(12rem, 20rem) 1fr; gap: 1rem; align-items: center; }
video { width: 100%; max-height: 32rem; background: #ddd; }
img { display: block; max-width: 100%; }
.waveform { width: 100%; background: #eee; }
figure { margin: 1rem 0 0; }
figcaption { margin-bottom: 0.25rem; color: #555; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .film { grid-template-columns: 1fr; } section { padding: 0.75rem; } }
`;
